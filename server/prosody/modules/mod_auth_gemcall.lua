-- Signs users in with the application's own tokens: the SASL PLAIN password is the vcToken, and the backend says whether
-- it belongs to that user (HTTP POST, 200 = yes, other codes = no, no answer = try again later).

local http = require "net.http";
local async = require "util.async";
local json = require "util.json";
local sasl = require "util.sasl";

local check_url = assert(module:get_option_string("gemcall_auth_url"), "gemcall_auth_url is missing");
local secret = assert(module:get_option_string("gemcall_auth_secret"), "gemcall_auth_secret is missing");

--- true or false is the backend's word, nil means that it gave none.
local function verify(username, token)
	local pending = http.request(check_url, {
		method = "POST";
		headers = { ["Content-Type"] = "application/json"; ["Authorization"] = "Bearer " .. secret };
		body = json.encode({ user = username; host = module.host; token = token });
	});
	local answer, problem = async.wait_for(pending);
	if not answer or answer.code == 0 or answer.code >= 500 then
		module:log("warn", "No word from the backend: %s", tostring(problem or answer.code));
		return nil;
	end
	return answer.code == 200;
end

local provider = {};

-- Stanzas of a component are not handled in an async context in 0.12: waiting here would lose the message. The edge
-- refuses unknown addresses before they come this far.
function provider.user_exists() return true; end

function provider.test_password(username, token) return verify(username, token) == true; end
function provider.set_password() return nil, "Passwords are tokens of the backend"; end
function provider.create_user() return nil, "Accounts are made by the backend"; end
function provider.delete_user() return nil, "Accounts are removed by the backend"; end

-- A backend that is down must read as temporary-auth-failure: on not-authorized a client gives up for good.
function provider.get_sasl_handler()
	local silent = false;
	local handler = sasl.new(module.host, {
		plain_test = function (_, username, token)
			local verdict = verify(username, token);
			silent = verdict == nil;
			return verdict == true, true;
		end;
	});
	local process = handler.process;
	function handler:process(message)
		silent = false;
		local status, detail, text = process(self, message);
		if silent then return "failure", "temporary-auth-failure", "The account service gives no answer"; end
		return status, detail, text;
	end
	function handler:clean_clone() -- luacheck: ignore 212/self
		return provider.get_sasl_handler();
	end
	return handler;
end

module:provides("auth", provider);
