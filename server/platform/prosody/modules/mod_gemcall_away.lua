-- Drops messages to offline users: they find them in the server's archive, so nothing is stored here. Senders get neither an error
-- nor any other hint that a recipient is offline.

local function swallow(event)
	if event.stanza.name == "message" then return true; end
end

module:hook("message/offline/handle", swallow, 10);
-- Messages that a stream had not acknowledged when its resumption timed out.
module:hook("delivery/failure", swallow, 10);
