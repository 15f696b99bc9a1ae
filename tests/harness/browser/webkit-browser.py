#!/usr/bin/python3
"""A WebKitGTK browser for WebKitWebDriver with a profile on disk. MiniBrowser under WebDriver always has a private session.

Environment: PROFILE is the folder of the profile; the process id is written to browser.pid in it. PRIVATE: if not empty, nothing is
stored in it. SIZE is the size of a window, such as 390x844. SCRIPT is JavaScript that runs at the start
of each document. Permissions are denied.
"""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

PROFILE = os.environ["PROFILE"]
WIDTH, HEIGHT = (int(side) for side in os.environ.get("SIZE", "1200x860").split("x"))
with open(os.path.join(PROFILE, "browser.pid"), "w") as file:
    file.write(str(os.getpid()))

# WebKitWebDriver only accepts this name.
BROWSER_NAME = "MiniBrowser"

if os.environ.get("PRIVATE"):
    data = WebKit2.WebsiteDataManager.new_ephemeral()
else:
    data = WebKit2.WebsiteDataManager(
        base_data_directory=os.path.join(PROFILE, "data"), base_cache_directory=os.path.join(PROFILE, "cache")
    )
context = WebKit2.WebContext.new_with_website_data_manager(data)
# WEB_BROWSER enables the back-forward cache, as in Safari.
context.set_cache_model(WebKit2.CacheModel.WEB_BROWSER)
if not os.environ.get("PRIVATE"):
    context.get_cookie_manager().set_persistent_storage(
        os.path.join(PROFILE, "cookies.sqlite"), WebKit2.CookiePersistentStorage.SQLITE
    )
context.set_automation_allowed(True)

settings = WebKit2.Settings()
settings.set_enable_page_cache(True)

windows = []


def create_view(_session):
    content = WebKit2.UserContentManager()
    if os.environ.get("SCRIPT"):
        content.add_script(
            WebKit2.UserScript(
                os.environ["SCRIPT"],
                WebKit2.UserContentInjectedFrames.ALL_FRAMES,
                WebKit2.UserScriptInjectionTime.START,
                None,
                None,
            )
        )
    view = WebKit2.WebView(
        web_context=context, settings=settings, user_content_manager=content, is_controlled_by_automation=True
    )
    view.connect("permission-request", lambda _view, request: request.deny() or True)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    windows.append(window)
    view.grab_focus()
    return view


def on_automation(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name(BROWSER_NAME)
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", create_view)
    windows.append(session)


context.connect("automation-started", on_automation)
Gtk.main()
