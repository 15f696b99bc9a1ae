-- What the archive and an absent recipient do with stanzas that nobody needs later.

-- Refusals are answers for the stream that asked. Archived, a 'try again' would outlive the retry that succeeded.
module:hook("archive-should-store", function (event)
	if event.stanza.attr.type == "error" then
		event.reason = "refusal";
		return false;
	end
end);

-- Typing notices to somebody who is away end here; the default is an error to the one who types.
module:hook("message/offline/handle", function (event)
	if not event.stanza:get_child("body") then return true; end
end, -10);
