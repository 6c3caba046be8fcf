-- SPDX-License-Identifier: MIT
-- Uses wits lsp in Neovim 0.7 or later, for test_real_editors.py.
local wait = 20000
local found = {}

local function problems()
  local list = {}
  for _, one in ipairs(vim.diagnostic.get(0, { severity = vim.diagnostic.severity.ERROR })) do
    table.insert(list, { one.lnum, one.message })
  end
  return list
end

local function go_to(text, offset)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local at = line:find(text, 1, true)
    if at then
      vim.api.nvim_win_set_cursor(0, { number, at - 1 + (offset or 0) })
      return
    end
  end
  error('no ' .. text)
end

local function first_result(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, wait) or {}
  for _, answer in pairs(answers) do
    return answer.result
  end
end

local function rename(to)
  local before = vim.api.nvim_buf_get_changedtick(0)
  vim.lsp.buf.rename(to)
  vim.wait(wait, function() return vim.api.nvim_buf_get_changedtick(0) ~= before end, 20)
end

local function run()
  vim.opt.hidden = true
  vim.cmd('luafile setup.lua')  -- from docs/editors.md
  vim.cmd('edit brains/guard.yaml')
  vim.wait(wait, function() return #problems() > 0 end, 20)
  found.problems = problems()

  go_to('figth')
  local list = first_result('textDocument/completion', vim.lsp.util.make_position_params()) or {}
  found.completions = {}
  for _, item in ipairs(list.items or list) do
    table.insert(found.completions, item.label)
  end

  vim.cmd('normal! ciwfight')  -- the cursor is on the misspelled name
  vim.wait(wait, function() return #problems() == 0 end, 20)
  found.problems_after = #problems()

  go_to('fight: {')
  rename('combat')
  go_to('low}')
  local place = first_result('textDocument/definition', vim.lsp.util.make_position_params())
  place = place and (place[1] or place)
  found.definition = { vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ':t'), place.range.start.line }
  rename('weak')
  vim.cmd('wall')
end

local ok, problem = pcall(run)
found.problem = not ok and tostring(problem) or nil
vim.fn.writefile({ vim.fn.json_encode(found) }, 'result.json')
