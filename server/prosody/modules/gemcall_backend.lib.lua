-- Questions to the backend's internal listener, for the modules that keep nothing themselves.

local http = require "net.http";
local json = require "util.json";
local st = require "util.stanza";

local secret = assert(module:get_option_string("gemcall_auth_secret"), "gemcall_auth_secret is missing");

local CONDITIONS = {
	[400] = { "modify", "bad-request" };
	[403] = { "auth", "forbidden" };
	[404] = { "cancel", "item-not-found" };
	[429] = { "wait", "resource-constraint" };
};

local backend = {};

--- Asks and returns at once; answered(code, body) comes later. The stream goes on meanwhile: waiting in its thread would
-- hold up every message behind this question.
function backend.ask(url, question, answered)
	http.request(url, {
		method = "POST";
		headers = { ["Content-Type"] = "application/json"; ["Authorization"] = "Bearer " .. secret };
		body = json.encode(question);
	}, function (body, code)
		if code == 0 or code >= 500 then module:log("warn", "No word from the backend: %s", tostring(code)); end
		answered(code, body);
	end);
end

--- The stanza error for an answer that is not 200. What is nobody's fault may be tried again.
function backend.refuse(origin, stanza, code, text)
	local condition = CONDITIONS[code] or { "wait", "internal-server-error" };
	origin.send(st.error_reply(stanza, condition[1], condition[2], code == 400 and text or nil));
end

return backend;
