-- XEP-0191 on the blocks of the backend. What a block keeps apart is decided before stanzas come here (the edge) and by
-- the backend; this module only lists and changes them.

local array = require "util.array";
local id = require "util.id";
local json = require "util.json";
local st = require "util.stanza";
local backend = module:require "gemcall_backend";

local url = assert(module:get_option_string("gemcall_blocklist_url"), "gemcall_blocklist_url is missing");
local NS = "urn:xmpp:blocking";

module:add_feature(NS);

--- The devices that asked for the list are told of each change (XEP-0191, section 3.3).
local function push(username, action)
	local user = prosody.hosts[module.host].sessions[username];
	for _, session in pairs(user and user.sessions or {}) do
		if session.interested_blocklist then
			session.send(st.iq({ type = "set"; id = id.short(); to = session.full_jid }):add_child(st.clone(action)));
		end
	end
end

local function ask(event, action, items, done)
	local origin, stanza = event.origin, event.stanza;
	backend.ask(url, { user = origin.username; action = action; items = items }, function (code, body)
		if code ~= 200 then return backend.refuse(origin, stanza, code, body); end
		done(json.decode(body).items);
	end);
	return true;
end

module:hook("iq-get/self/" .. NS .. ":blocklist", function (event)
	local origin, stanza = event.origin, event.stanza;
	return ask(event, "list", array(), function (items)
		origin.interested_blocklist = true;
		local reply = st.reply(stanza):tag("blocklist", { xmlns = NS });
		for _, jid in ipairs(items) do reply:tag("item", { jid = jid }):up(); end
		origin.send(reply);
	end);
end);

local function change(event)
	local origin, stanza = event.origin, event.stanza;
	local action = stanza.tags[1];
	local items = array();
	for item in action:childtags("item") do items[#items + 1] = item.attr.jid; end
	if action.name == "block" and #items == 0 then
		backend.refuse(origin, stanza, 400, "items: nobody is named");
		return true;
	end
	return ask(event, action.name, items, function ()
		origin.send(st.reply(stanza));
		push(origin.username, action);
	end);
end

module:hook("iq-set/self/" .. NS .. ":block", change);
module:hook("iq-set/self/" .. NS .. ":unblock", change);
