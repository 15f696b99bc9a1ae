-- Authenticates users by the pass that the edge signed (JWT, HS256) after checking their token. The pass contains the JID and an expiry.

local jwt = require "util.jwt";
local sasl = require "util.sasl";
local key = assert(module:get_option_string("gemcall_pass_key"), "gemcall_pass_key is missing");

local function is_pass(_, username, pass)
	local valid, claims = jwt.verify(key, pass);
	return valid == true and claims.jid == username .. "@" .. module.host and (tonumber(claims.exp) or 0) > os.time(), true;
end

-- The edge refuses unknown addresses before they reach Prosody.
module:provides("auth", {
	user_exists = function () return true; end;
	get_sasl_handler = function () return sasl.new(module.host, { plain_test = is_pass }); end;
});
