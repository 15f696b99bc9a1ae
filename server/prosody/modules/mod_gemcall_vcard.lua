-- XEP-0054 without a store: the backend has the only copy of a card, and says who may see what of it.

local jid = require "util.jid";
local st = require "util.stanza";
local xml = require "util.xml";
local backend = module:require "gemcall_backend";

local url = assert(module:get_option_string("gemcall_vcard_url"), "gemcall_vcard_url is missing");
local MAX_BYTES = 65536;

module:add_feature("vcard-temp");

module:hook("iq/bare/vcard-temp:vCard", function (event)
	local origin, stanza = event.origin, event.stanza;
	if not origin.username or origin.host ~= module.host then
		backend.refuse(origin, stanza, 403);
		return true;
	end
	local of = stanza.attr.to and jid.node(stanza.attr.to) or origin.username;
	local question = { user = origin.username; of = of };
	local is_set = stanza.attr.type == "set";
	if is_set then
		question.card = tostring(stanza.tags[1]);
		if of ~= origin.username then
			backend.refuse(origin, stanza, 403);
			return true;
		elseif #question.card > MAX_BYTES then
			backend.refuse(origin, stanza, 400, "vCard: too large");
			return true;
		end
	end
	backend.ask(url, question, function (code, body)
		if code ~= 200 then return backend.refuse(origin, stanza, code, body); end
		local reply = st.reply(stanza);
		if not is_set then
			local card = xml.parse(body);
			if not card then return backend.refuse(origin, stanza, 500); end
			reply:add_child(card);
		end
		origin.send(reply);
	end);
	return true;
end);
