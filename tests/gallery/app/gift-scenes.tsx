import { css } from '@emotion/react';
import type { SceneSize } from '../../../src/gifts/scenes/choreography.ts';
import { FULL_SCENES } from '../../../src/gifts/scenes/full.ts';
import { POP_SCENES } from '../../../src/gifts/scenes/pop.ts';
import { GiftScene } from '../../../src/gifts/scenes/scene.tsx';
import { SIDE_SCENES } from '../../../src/gifts/scenes/side.ts';
import { GlobalStyle } from '../../../src/ui/style/global-style.tsx';

const SCENES: Readonly<Record<SceneSize, Readonly<Record<string, unknown>>>> = {
  pop: POP_SCENES,
  side: SIDE_SCENES,
  full: FULL_SCENES,
};
const HEIGHT_PX: Readonly<Record<SceneSize, number>> = { pop: 300, side: 460, full: 560 };
const MOMENT = 0.5;
const SEED = 42;

const styles = {
  root: css({ display: 'flex', flexWrap: 'wrap', gap: '8px', blockSize: '100dvh', overflowY: 'auto' }),
  place: css({ position: 'relative', inlineSize: 'min(100%, 390px)' }),
};

export const isSceneSize = (size: string): size is SceneSize => Object.hasOwn(SCENES, size);

/** All scenes of one size, each stopped in its middle, and one as drawn with reduced motion. */
export const GiftScenes = ({ size }: { readonly size: SceneSize }) => {
  const [first = ''] = Object.keys(SCENES[size]);
  return (
    <main css={styles.root}>
      <GlobalStyle />
      <h1>gemcall</h1>
      {Object.keys(SCENES[size]).map((gift, at) => (
        <section key={gift} css={styles.place} style={{ blockSize: HEIGHT_PX[size] }} data-gift={gift}>
          <GiftScene
            gift={gift}
            size={size}
            count={at === 1 ? 12 : 1}
            seed={SEED}
            more={at === 2 ? 3 : 0}
            {...(at === 0 ? {} : { from: 'Amara' })}
            moment={MOMENT}
            onEnd={() => undefined}
          />
        </section>
      ))}
      <section css={styles.place} style={{ blockSize: HEIGHT_PX[size] }} data-gift="card">
        <GiftScene gift={first} size={size} count={1} seed={SEED} from="Amara" onEnd={() => undefined} />
      </section>
    </main>
  );
};
