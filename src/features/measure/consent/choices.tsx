import { css } from '@emotion/react';
import { useState } from 'react';
import { answerConsent } from '../../../consent.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { color, radius, space } from '../../../ui/tokens.ts';
import type { ConsentWords } from './words.ts';

const styles = {
  root: css({ display: 'grid', gap: space(3), color: color.text }),
  rows: css({ borderRadius: radius.card, backgroundColor: color.surface, overflow: 'hidden' }),
};

/** Each use by itself, and none of them chosen beforehand. */
const Choices = ({ words }: { readonly words: ConsentWords }) => {
  const [measurement, setMeasurement] = useState(false);
  const [attribution, setAttribution] = useState(false);
  return (
    <div css={styles.root}>
      <div css={styles.rows}>
        <Switch
          label={words.consentMeasure}
          hint={words.consentMeasureHint}
          on={measurement}
          onSwitch={setMeasurement}
        />
        <Switch label={words.consentOrigin} hint={words.consentOriginHint} on={attribution} onSwitch={setAttribution} />
      </div>
      <Button small wide onClick={() => answerConsent({ measurement, attribution }, 'sheet')}>
        {words.consentSave}
      </Button>
    </div>
  );
};
export default Choices;
