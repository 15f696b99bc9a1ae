-- Whoever is away finds what they missed in the archive of the backend, so nothing is kept here and no sender hears that
-- somebody is away: neither as an error nor as a hint of who is online.

local function swallow(event)
	if event.stanza.name == "message" then return true; end
end

module:hook("message/offline/handle", swallow, 10);
-- What a stream that never came back left unread.
module:hook("delivery/failure", swallow, 10);
