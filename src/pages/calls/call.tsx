import { useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRoute, useSearchParams } from 'wouter';
import { navigate, useBrowserLocation, useHistoryState } from 'wouter/use-browser-location';
import { CALL_PAGE } from '#contract/paths.ts';
import { readPerson } from '#db/reads/people.ts';
import { tabId } from '../../core/tab.ts';
import { useLiveQuery } from '../../data/use-live-query.ts';
import { CallOffer } from '../../features/calls/call/call-offer.tsx';
import { CallScreen } from '../../features/calls/call/call-screen.tsx';
import { DialScreen } from '../../features/calls/call/dial-screen.tsx';
import { useCall } from '../../features/calls/call/media/use-call-media.ts';
import { NoteScreen } from '../../features/calls/call/note-screen.tsx';
import { SafetyMenu } from '../../features/people/safety/safety-menu.tsx';
import { isCallPage, videoPath } from '../../paths.ts';
import { useClosePage } from '../../routing/popup-history.ts';
import { pressIn, takePress } from '../../routing/press.ts';
import { noteShownTerms } from '../../routing/shown-terms.ts';

/**
 * Route /call/{uid}: dials if the user pressed a call button in the app; opened by URL it asks first. Once the call is answered, the
 * in-call page replaces it. `?kind=silver` makes a silver call.
 */
const CallPage = () => {
  const press = pressIn(useHistoryState());
  // Keyed by the press: each one starts one call, also to the same user again.
  return <OneCall key={press} press={press} />;
};
export default CallPage;

const OneCall = ({ press }: { readonly press: string }) => {
  const { t } = useTranslation('call');
  const [, params] = useRoute(`${CALL_PAGE}:uid`);
  const uid = /^[1-9]\d{0,14}$/.test(params?.uid ?? '') ? Number(params?.uid) : 0;
  const [search] = useSearchParams();
  const [path] = useBrowserLocation();
  const close = useClosePage();
  const call = useCall();
  const person = useLiveQuery(async () => (await readPerson(uid)) ?? null, [uid]);
  const [pressed, setPressed] = useState<boolean>();
  useLayoutEffect(() => setPressed(takePress(press)), [press]);
  const [dialled, setDialled] = useState(false);
  const onDialled = useCallback(() => setDialled(true), []);
  const running = call !== null && call !== undefined && call.status !== 3 && call.status !== 4;
  const answered = running && call.answered && call.ownerTab === tabId;
  const jid = call?.peer.jid ?? '';
  useLayoutEffect(() => {
    if (answered && isCallPage(path)) navigate(videoPath(jid), { replace: true });
  }, [answered, jid, path]);

  if (pressed === undefined || call === undefined || person === undefined || !isCallPage(path)) return null;
  if (uid === 0) return <NoteScreen text={t('reason.nullJid')} onClose={close} />;
  if (call && (dialled || running))
    return (
      <CallScreen
        // The in-call page that replaces this one draws the video; it must not be drawn here as well.
        call={answered ? { ...call, answered: false } : call}
        onClose={close}
        menuOf={(about, name, callOf) => <SafetyMenu uid={about} name={name} variant="raised" callOf={callOf} />}
      />
    );
  // The call was dismissed; the page is about to change.
  if (dialled) return null;
  const kind = search.get('kind') === 'silver' ? 'silver' : 'paid';
  if (!pressed) {
    const press = () => {
      noteShownTerms(uid, kind);
      setPressed(true);
    };
    return <CallOffer uid={uid} person={person ?? undefined} kind={kind} onPress={press} onClose={close} />;
  }
  return (
    <DialScreen
      uid={uid}
      person={person ?? undefined}
      kind={kind}
      source={search.get('from') ?? 'call'}
      onDialled={onDialled}
      onClose={close}
    />
  );
};
