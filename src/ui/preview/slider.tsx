import { css } from '@emotion/react';
import { useState } from 'react';
import { formatDays } from '../../i18n/format.ts';
import { Slider } from '../input/slider.tsx';

const styles = { root: css({ display: 'grid', gap: '16px', inlineSize: 'min(100%, 360px)' }) };

const SliderPreview = () => {
  const [days, setDays] = useState(30);
  return (
    <div css={styles.root}>
      <Slider label="Days" value={days} min={1} max={90} say={formatDays} onSlide={setDays} />
      <Slider label="Disabled" value={10} min={0} max={20} say={String} disabled onSlide={() => {}} />
    </div>
  );
};
export default SliderPreview;
