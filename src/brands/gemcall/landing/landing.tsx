import { css } from '@emotion/react';
import { CircleDollarSign, Send, VenetianMask } from 'lucide-react';
import { Link } from 'wouter';
import { LOGIN, PASSWORD_LOGIN } from '#contract/paths.ts';
import { useMinute } from '../../../data/use-minute.ts';
import { formatLocaleOf } from '../../../i18n/languages.ts';
import type { LandingProps } from '../../../landing/shared/landing-props.ts';

import { buttonStyle } from '../../../ui/input/button.tsx';
import { useHydrated } from '../../../ui/use-hydrated.ts';
import type { LandingWords } from '../words.ts';
import { styles } from './landing-styles.ts';
import { eveningPlaces } from './places.ts';
import { Wall } from './wall.tsx';

const WALL_PLACES = 7;
const CLOCKS = 3;
/** Keys of the elements that reserve the room of the clocks. */
const ROOM = Array.from({ length: CLOCKS }, (_, at) => `room-${at}`);

const start = css(buttonStyle, styles.start);

/** Landing page 'Someone is awake right now': a wall of portraits, and the time in places where it is evening. */
export const Landing = ({ words, language, top, foot }: LandingProps<LandingWords>) => {
  const now = useMinute();
  // The prerendered page has no times: they depend on when and where it is read.
  const places = useHydrated() ? eveningPlaces(formatLocaleOf(language, navigator.languages), now, WALL_PLACES) : [];
  const points = [
    { icon: <VenetianMask size={26} />, title: words.guestTitle, text: words.guestText },
    { icon: <CircleDollarSign size={26} />, title: words.priceTitle, text: words.priceText },
    { icon: <Send size={26} />, title: words.offlineTitle, text: words.offlineText },
  ];
  return (
    <div css={styles.root}>
      <div css={styles.scene} aria-hidden="true">
        <div css={styles.wall}>
          <Wall places={places} />
        </div>
      </div>
      {top}
      <main>
        <section css={styles.hero}>
          <h1 css={styles.headline}>{words.headline}</h1>
          <p css={styles.lead}>{words.lead}</p>
          <div css={styles.acts}>
            <Link href={LOGIN} css={start} data-look="primary">
              {words.start}
            </Link>
            <Link href={PASSWORD_LOGIN} css={buttonStyle} data-look="quiet">
              {words.account}
            </Link>
          </div>
          <ul css={styles.clocks} aria-label={words.wall}>
            {places.slice(0, CLOCKS).map(({ region, name, time }) => (
              <li key={region} css={styles.clock}>
                <span>{name}</span> <b css={styles.time}>{time}</b>
              </li>
            ))}
            {places.length === 0 ? ROOM.map((key) => <li key={key} css={styles.clockRoom} aria-hidden="true" />) : null}
          </ul>
        </section>
        <section css={styles.points}>
          {points.map(({ icon, title, text }) => (
            <div key={title} css={styles.point}>
              {icon}
              <h2 css={styles.title}>{title}</h2>
              <p css={styles.text}>{text}</p>
            </div>
          ))}
        </section>
        <section css={styles.closing}>
          <p css={styles.last}>{words.closing}</p>
          <Link href={LOGIN} css={start} data-look="primary">
            {words.start}
          </Link>
        </section>
      </main>
      {foot}
    </div>
  );
};
