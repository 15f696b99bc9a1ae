import { useContext, useEffect, useReducer, useRef } from 'react';
import { CALL_STATUS, isUnderWay } from '#contract/calls/calls.ts';
import { followMessages } from '#db/reads/message-changes.ts';
import { giftsChime } from '../../data/stored-switch.ts';
import { useAppState } from '../../data/use-app-state.ts';
import { uidOfThread } from '../../paths.ts';
import { LayerIsOnTop } from '../../routing/layer-place.ts';
import { chime } from './chimes.ts';
import { arrivalOf, NO_SCENES, seedOf, stepScenes } from './queue.ts';
import { GiftScene } from './scene.tsx';

type Props = { readonly tid: string; readonly name: string };

/**
 * Plays the animations of gifts that arrive while the conversation is visible, one at a time, each once. Gifts that arrive at other
 * times are only shown in the log.
 */
const SceneLayer = ({ tid, name }: Props) => {
  const [queue, step] = useReducer(stepScenes, NO_SCENES);
  const call = useAppState('call');
  const onTop = useContext(LayerIsOnTop);
  // A conversation below another layer is treated like a ringing call: nothing plays.
  const ringing = call?.status === CALL_STATUS.CALLIN || !onTop;
  const talking = call !== undefined && isUnderWay(call.status);
  const peer = uidOfThread(tid) ?? 0;
  const { playing, more } = queue;

  // A row is announced again whenever it changes, so each gift is remembered.
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (!onTop) return;
    return followMessages((rows) => {
      const now = Date.now();
      for (const row of rows) {
        if (row.tid !== tid || document.visibilityState !== 'visible') continue;
        const arrival = arrivalOf(row, peer, name, now);
        if (!arrival || seen.current.has(row.mid)) continue;
        seen.current.add(row.mid);
        step({ kind: 'arrived', arrival, now });
      }
    });
  }, [tid, peer, name, onTop]);
  useEffect(() => step({ kind: 'ringing', ringing, now: Date.now() }), [ringing]);

  const combo = playing?.combo;
  const size = playing?.size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: chimes when an animation starts, not when a call ends meanwhile
  useEffect(() => {
    if (combo !== undefined && size !== undefined && !talking && giftsChime()) chime(size);
  }, [combo, size]);

  if (!playing) return null;
  const { gift, count, own, from } = playing;
  return (
    <GiftScene
      key={playing.combo}
      gift={gift}
      size={playing.size}
      count={count}
      seed={seedOf(playing.combo)}
      {...(own ? {} : { from })}
      more={more}
      onEnd={() => step({ kind: 'ended', now: Date.now() })}
    />
  );
};
export default SceneLayer;
