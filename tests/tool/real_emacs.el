;; SPDX-License-Identifier: MIT
;; Uses wits lsp in Emacs 28 or later with Eglot, for test_real_editors.py, with the settings of docs/editors.md.  -*- lexical-binding: t -*-
(require 'json)
(require 'package)
(package-initialize)

(defvar wits-found nil)
(defvar wits-result (expand-file-name "result.json"))

(defun wits-write ()
  (with-temp-file wits-result (insert (json-encode wits-found))))

(unless (require 'eglot nil t)
  (setq wits-found '((absent . t)))
  (wits-write)
  (kill-emacs 0))
(require 'flymake)

(defun wits-wait (check)
  (let ((tries 400))
    (while (and (> tries 0) (not (funcall check)))
      (setq tries (1- tries))
      (accept-process-output nil 0.05))))

(defun wits-problems ()
  (mapcar (lambda (one)
            (vector (1- (line-number-at-pos (flymake-diagnostic-beg one))) (flymake-diagnostic-text one)))
          (seq-filter (lambda (one) (memq (flymake-diagnostic-type one) '(eglot-error :error))) (flymake-diagnostics))))

(defun wits-go-to (text)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(setq eglot-autoshutdown t
      eglot-confirm-server-initiated-edits nil
      eglot-send-changes-idle-time 0
      make-backup-files nil
      create-lockfiles nil)
(load (expand-file-name "setup.el"))  ; from docs/editors.md
(find-file "brains/guard.yaml")
(unless (eq major-mode 'wits-mode)
  (error "This is no brain file"))
(apply #'eglot--connect (eglot--guess-contact))  ; eglot-ensure waits for a command
(flymake-start)
(wits-wait #'wits-problems)
(push (cons 'problems (vconcat (wits-problems))) wits-found)

(wits-go-to "figth")
(let* ((capf (eglot-completion-at-point))
       (names (all-completions "" (nth 2 capf))))
  (push (cons 'completions (vconcat (mapcar #'substring-no-properties names))) wits-found))

(delete-char 5)
(insert "fight")
(eglot--signal-textDocument/didChange)
(wits-wait (lambda () (null (wits-problems))))
(push (cons 'problems_after (length (wits-problems))) wits-found)

(wits-go-to "fight: {")
(eglot-rename "combat")
(eglot--signal-textDocument/didChange)  ; sent after a moment otherwise
(wits-go-to "low}")
(let ((place (xref-item-location (car (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))))
  (push (cons 'definition (vector (file-name-nondirectory (xref-location-group place)) (1- (xref-location-line place))))
        wits-found))
(fset 'y-or-n-p (lambda (_) t))  ; Eglot asks before it edits files that are not open
(eglot-rename "weak")
(save-some-buffers t)
(wits-write)
