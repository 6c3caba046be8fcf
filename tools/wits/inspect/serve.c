// SPDX-License-Identifier: MIT
// Serves a session over HTTP, and watches its files.
#define _POSIX_C_SOURCE 200809L  // setenv

#include "inspect/inspect.h"

#ifdef WITS_HAS_MICROHTTPD

#include "common/changes.h"
#include "common/platform.h"
#include "common/progress.h"
#include "crowd/thread_pool.h"
#include "embedded_page.h"
#include "inspect/server.h"

#include <stdlib.h>
#include <string.h>

/// Maximum seconds of ticks between two polls of the sockets.
static const double ticks_at_once = 0.01;

typedef struct serving {
    const inspect_options *options;
    inspect_server *server;
    inspect_session *session;
    changes files;
} serving;

static void to_server(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    const serving *of = user;
    inspect_server_write(of->server, viewer, bytes, size, is_last);
}

/// Opens a page in the user's browser, if there is a display.
static void open_page(const char *address) {
    const char *const display = getenv("DISPLAY"), *const wayland = getenv("WAYLAND_DISPLAY");
    const bool has_display = (display != NULL && *display != '\0') || (wayland != NULL && *wayland != '\0');
    if (has_display && platform_has_programs()) {
        // A newly started browser does not return, so it is started in the background.
        char shell[] = "sh", option[] = "-c", line[] = "xdg-open \"$0\" </dev/null >/dev/null 2>&1 &", shown[160];
        char *const words[] = {shell, option, line, shown, NULL};
        text ignored = {0};
        snprintf(shown, sizeof shown, "%s", address);
        platform_run(&(platform_program){.words = words, .input = &ignored, .output = &ignored, .errors = &ignored});
        text_free(&ignored);
    }
}

static void follow(serving *of) {
    const crowd_options *crowd = &of->options->crowd;
    if (of->options->replay != NULL) {
        return;
    }
    changes_follow(&of->files, crowd->brain);
    changes_follow_brain(&of->files, inspect_session_file(of->session));
}

/// Takes over an edited brain file.
static void reload(serving *of) {
    caught_messages caught = {0};
    catch_messages(&caught);
    forget_inputs();
    wits_file *file = read_brain(of->options->crowd.brain);
    changes_follow_brain(&of->files, file);
    file = accept_brain(file);
    catch_messages(NULL);
    const bool is_good = inspect_session_reload(of->session, file, &caught);
    fprintf(stderr, "wits inspect: %s %s\n", of->options->crowd.brain,
            is_good ? "changed; the agents go on with it"
                    : "changed, but has errors; the agents go on with the old brain");
    caught_messages_free(&caught);
}

/// Runs ticks that are due, for a short time. Returns the seconds until the next one.
static double run_ticks(serving *of) {
    const double begun = seconds_now();
    double now = begun, wait = 0.0;
    while (wait <= 0.0 && now < begun + ticks_at_once && !interrupt_asked()) {
        wait = inspect_session_run(of->session, now, 1);
        now = seconds_now();
    }
    return wait;
}

static void serve(serving *of) {
    while (!interrupt_asked()) {
        if (changes_seen(&of->files)) {
            reload(of);
        }
        const double wait = run_ticks(of);
        inspect_server_poll(of->server, of->session, wait);
    }
}

int inspect_serve(const inspect_options *options, const inspect_session_options *how) {
    serving all = {.options = options};
    inspect_session_options session = *how;
    char why[200];
    session.write = to_server;
    session.user = &all;
    int status;
    all.session = inspect_session_new(&session, &status);
    if (all.session == NULL) {
        return status;
    }
    all.server = inspect_server_new(&(inspect_server_options){.port = (uint16_t)options->port,
                                                              .page = embedded_page,
                                                              .page_size = sizeof embedded_page - 1,
                                                              .request = inspect_session_request,
                                                              .leave = inspect_session_leave},
                                    why, sizeof why);
    status = all.server != NULL ? STATUS_DONE : say_error("%s", why);
    if (status == STATUS_DONE) {
        follow(&all);
        interrupt_catch_ends();
        printf("%s\n", inspect_server_address(all.server));
        status = finish_output(stdout, "standard output");
        if (!options->is_closed) {
            open_page(inspect_server_address(all.server));
        }
        serve(&all);
    }
    inspect_server_free(all.server);
    inspect_session_free(all.session);
    changes_free(&all.files);
    return status;
}

#else

int inspect_serve(const inspect_options *options, const inspect_session_options *how) {
    (void)options;
    (void)how;
    return say_error("this program was built without libmicrohttpd, which 'inspect' needs (Debian: libmicrohttpd-dev); "
                     "install it and rebuild wits");
}

#endif
