import { Dialog } from '@base-ui/react/dialog';
import { css } from '@emotion/react';
import { ChevronRight, Video, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isTextLanguage } from '#contract/chat/text-languages.ts';
import type { StoryItem, StoryStep } from '#contract/discovery/stories.ts';
import { retryRead } from '#db/reads/live-query.ts';
import { readStories } from '#db/reads/stories.ts';
import { core } from '../../../core/core.ts';
import { useShowTranslate } from '../../../data/stored-switch.ts';
import { useLiveQuery } from '../../../data/use-live-query.ts';
import { currentTextLanguage } from '../../../i18n/text-language.ts';
import { PersonName } from '../../../person/person-name.tsx';
import { CallLink } from '../../../routing/call-link.tsx';
import { trapFocus } from '../../../ui/dialog/trap-focus.ts';
import { Button, buttonStyle } from '../../../ui/input/button.tsx';
import { IconButton } from '../../../ui/input/icon-button.tsx';
import { pressedKey } from '../../../ui/keys.ts';
import { mediaSrc } from '../../../ui/media/media-host.ts';
import { Picture } from '../../../ui/media/picture.tsx';
import { useOverlay } from '../../../ui/overlay.ts';
import { coveredTop, depth, portrait, radius, size, space } from '../../../ui/style/tokens.ts';
import { useAutoAdvance } from './use-auto-advance.ts';
import { nextOf, progressOf, startOf, stepAt } from './walk.ts';

/**
 * Returns a host's story text translated into the user's language; undefined until it is translated, and if no translation is
 * needed or possible. `from`: language of the text.
 */
function useTranslatedText(words: string, from: string): string | undefined {
  const wanted = useShowTranslate();
  const to = currentTextLanguage();
  const [found, setFound] = useState<{ readonly words: string; readonly text: string | undefined }>();
  useEffect(() => {
    if (!wanted || words === '' || !to || from === to || !isTextLanguage(from)) return;
    let here = true;
    import('../../../messages/translation/chain.ts')
      .then(({ translationChain }) => translationChain.translateDraft(words, from, to))
      .then((text) => here && setFound({ words, text }))
      // If the translator fails to load, only the original is shown.
      .catch(() => undefined);
    return () => {
      here = false;
    };
  }, [wanted, words, from, to]);
  return found?.words === words ? found.text : undefined;
}

/** Height over which the background of the text fades into the picture. */
const FADE = '96px';

const styles = {
  root: css({
    position: 'fixed',
    inset: 0,
    zIndex: depth.sheet,
    overflow: 'hidden',
    backgroundColor: portrait.night,
    color: portrait.ink,
    '&:focus-visible': { outline: 'none' },
    '& button[data-look="bare"]': { color: portrait.ink, backgroundColor: portrait.glass },
  }),
  stage: css({
    position: 'absolute',
    insetBlock: 0,
    insetInline: 0,
    inlineSize: 'min(100%, calc(100dvh * 0.66))',
    marginInline: 'auto',
    overflow: 'hidden',
  }),
  clip: css({ position: 'absolute', inset: 0, inlineSize: '100%', blockSize: '100%', objectFit: 'cover' }),
  zone: css({
    position: 'absolute',
    insetBlock: 0,
    inlineSize: '50%',
    '&[data-side="back"]': { insetInlineStart: 0 },
    '&[data-side="next"]': { insetInlineEnd: 0 },
    '&:focus-visible': { outlineOffset: '-4px', outlineColor: portrait.ink },
  }),
  arrow: css({
    position: 'absolute',
    insetBlockStart: '50%',
    insetInlineEnd: space(3),
    display: 'grid',
    placeItems: 'center',
    inlineSize: '44px',
    blockSize: '44px',
    borderRadius: '50%',
    backgroundColor: portrait.glass,
    '[dir="rtl"] &': { transform: 'scaleX(-1)' },
  }),
  head: css({
    position: 'absolute',
    insetBlockStart: coveredTop,
    insetInline: 0,
    display: 'grid',
    // The title is cut instead of widening the column.
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: space(2),
    padding: space(3),
    paddingBlockEnd: space(8),
    backgroundImage: `linear-gradient(to bottom, ${portrait.glass}, transparent)`,
    pointerEvents: 'none',
    '& button': { pointerEvents: 'auto' },
  }),
  line: css({ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: space(3) }),
  title: css({
    minInlineSize: 0,
    fontSize: size.md,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    '& small': {
      marginInlineStart: space(2),
      paddingInline: space(2),
      paddingBlock: space(0.5),
      borderRadius: radius.pill,
      fontSize: size.xs,
      fontWeight: 500,
      backgroundColor: portrait.glass,
    },
  }),
  bar: css({ blockSize: '3px', borderRadius: '2px', backgroundColor: portrait.glass, overflow: 'hidden' }),
  done: css({ blockSize: '100%', backgroundColor: portrait.ink }),
  foot: css({
    position: 'absolute',
    insetBlockEnd: 0,
    insetInline: 0,
    display: 'grid',
    gap: space(3),
    padding: space(5),
    paddingBlockStart: FADE,
    overflowWrap: 'anywhere',
    paddingBlockEnd: `max(${space(8)}, env(safe-area-inset-bottom))`,
    // Below the fade the gradient spans only the text block, so that every line has a background of similar darkness.
    backgroundImage: `linear-gradient(to top, ${portrait.glassHover}, ${portrait.glass} calc(100% - ${FADE}), transparent)`,
    pointerEvents: 'none',
    '& a, & button': { pointerEvents: 'auto' },
  }),
  words: css({ fontSize: size.lg, textWrap: 'pretty' }),
  here: css({ marginBlockStart: space(1), fontSize: size.md, color: portrait.soft }),
};

type StageProps = { readonly step: StoryStep; readonly story: StoryItem; readonly onEnd: () => void };

const Stage = ({ step, story, onEnd }: StageProps) => (
  <>
    <Picture uid={story.anchor.uid} name={story.anchor.nickName} url={step.poster || story.cover} sizes="100vh" />
    {step.kind === 'clip' && step.url !== '' ? (
      <video
        key={step.step}
        css={styles.clip}
        src={mediaSrc(step.url) || undefined}
        autoPlay
        muted
        playsInline
        disablePictureInPicture
        disableRemotePlayback
        tabIndex={-1}
        aria-hidden="true"
        onEnded={onEnd}
      />
    ) : null}
  </>
);

type WordsProps = { readonly words: string; readonly lang: string };

const Words = ({ words, lang }: WordsProps) => {
  const here = useTranslatedText(words, lang);
  if (words === '') return null;
  return (
    <div role="status">
      <p css={styles.words} dir="auto" lang={lang || undefined}>
        {words}
      </p>
      {here ? (
        <p css={styles.here} dir="auto">
          {here}
        </p>
      ) : null}
    </div>
  );
};

type Props = { readonly storyId: string; readonly onClose: () => void };

/**
 * A recorded story in full screen. Its steps advance by themselves, by taps at the sides or by arrow keys; a choice waits for an answer,
 * and a call step offers a call.
 */
const StoryPanel = ({ storyId, onClose }: Props) => {
  const { t } = useTranslation(['wall', 'common', 'call']);
  useOverlay(true);
  const popup = useRef<HTMLDivElement>(null);
  const stories = useLiveQuery(readStories);
  const story = stories?.find((candidate) => candidate.storyId === storyId);
  const [path, setPath] = useState<readonly number[]>([]);
  const step = story && ((path.at(-1) && stepAt(story.steps, path.at(-1) ?? 0)) || startOf(story));
  const missing = stories !== undefined && story === undefined;
  const at = step?.step;
  useEffect(() => {
    if (!missing) return;
    let left = false;
    // A message may link to a story that is not stored on this device yet.
    void core.refreshStories().then(async () => {
      const found = (await retryRead(readStories)).some((candidate) => candidate.storyId === storyId);
      if (!left && !found) onClose();
    });
    return () => {
      left = true;
    };
  }, [missing, storyId, onClose]);
  useEffect(() => {
    if (at !== undefined) setPath((before) => (before.at(-1) === at ? before : [...before, at]));
    if (at !== undefined) void core.noteStory(storyId, at);
  }, [storyId, at]);
  const next = story && step && nextOf(story.steps, step);
  useAutoAdvance(step, next?.step, (to) => setPath((before) => [...before, to]));
  if (!story || !step) return null;

  const showNext = () => next && setPath([...path, next.step]);
  const goBack = () => path.length > 1 && setPath(path.slice(0, -1));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
    if (pressedKey(event) === forward) showNext();
    else if (pressedKey(event) === 'ArrowLeft' || pressedKey(event) === 'ArrowRight') goBack();
    else trapFocus(event);
  };
  const { uid, nickName, lang } = story.anchor;
  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Popup ref={popup} initialFocus={popup} css={styles.root} onKeyDown={onKeyDown}>
          <div css={styles.stage}>
            <Stage step={step} story={story} onEnd={showNext} />
            {path.length > 1 ? (
              <button type="button" css={styles.zone} data-side="back" aria-label={t('story.back')} onClick={goBack} />
            ) : null}
            {next ? (
              <button type="button" css={styles.zone} data-side="next" aria-label={t('story.next')} onClick={showNext}>
                <span css={styles.arrow}>
                  <ChevronRight size={24} aria-hidden="true" />
                </span>
              </button>
            ) : null}
            <header css={styles.head}>
              <div css={styles.bar} aria-hidden="true">
                <div css={styles.done} style={{ inlineSize: `${progressOf(story.steps, step) * 100}%` }} />
              </div>
              <div css={styles.line}>
                <Dialog.Title css={styles.title}>
                  <PersonName name={nickName} />
                  <small>{t('story.recorded')}</small>
                </Dialog.Title>
                <IconButton label={t('common:close')} onClick={onClose}>
                  <X size={22} />
                </IconButton>
              </div>
            </header>
            <div css={styles.foot}>
              <Words words={step.words} lang={lang} />
              {step.kind === 'choice'
                ? step.options.map(({ words, to }) => (
                    <Button key={to} wide onClick={() => setPath([...path, to])}>
                      <span dir="auto">{words}</span>
                    </Button>
                  ))
                : null}
              {step.kind === 'call' ? (
                <CallLink
                  uid={uid}
                  from={`story.${storyId}.${step.step}`}
                  css={buttonStyle}
                  data-look="primary"
                  onPress={onClose}
                >
                  <Video size={20} aria-hidden="true" />
                  {t('call:callName', { name: nickName })}
                </CallLink>
              ) : null}
            </div>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
};
export default StoryPanel;
