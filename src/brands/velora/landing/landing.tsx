import { Link } from 'wouter';
import { LOGIN, PASSWORD_LOGIN } from '#contract/paths.ts';
import type { LandingProps } from '../../../landing/shared/landing-props.ts';

import { buttonStyle } from '../../../ui/input/button.tsx';
import portrait from '../assets/hosts/01-9005.webp?url';
import type { LandingWords } from '../words.ts';
import { styles } from './landing-styles.ts';

/** Landing page 'A private salon': one portrait, one line, one button, and the house rules below. */
export const Landing = ({ words, top, foot }: LandingProps<LandingWords>) => {
  const rules = [
    { numeral: 'I', title: words.firstTitle, text: words.firstText },
    { numeral: 'II', title: words.secondTitle, text: words.secondText },
    { numeral: 'III', title: words.thirdTitle, text: words.thirdText },
  ];
  return (
    <div css={styles.root}>
      <div css={styles.top}>{top}</div>
      <main>
        <section css={styles.salon}>
          <div css={styles.frame}>
            <img
              css={styles.portrait}
              src={portrait}
              alt={words.portrait}
              width={720}
              height={960}
              fetchPriority="high"
            />
          </div>
          <div css={styles.words}>
            <h1 css={styles.headline}>{words.headline}</h1>
            <p css={styles.lead}>{words.lead}</p>
            <Link href={LOGIN} css={[buttonStyle, styles.enter]} data-look="primary">
              {words.start}
            </Link>
            <Link href={PASSWORD_LOGIN} css={styles.again}>
              {words.account}
            </Link>
          </div>
        </section>
        <section css={styles.rules} aria-labelledby="rules">
          <h2 css={styles.rulesTitle} id="rules">
            {words.rules}
          </h2>
          <ol css={styles.list}>
            {rules.map(({ numeral, title, text }) => (
              <li key={numeral} css={styles.rule}>
                <span css={styles.numeral} aria-hidden="true">
                  {numeral}
                </span>
                <h3 css={styles.ruleTitle}>{title}</h3>
                <p css={styles.text}>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </main>
      {foot}
    </div>
  );
};
