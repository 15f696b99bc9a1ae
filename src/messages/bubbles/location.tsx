import { css } from '@emotion/react';
import { useTranslation } from 'react-i18next';
import type { Payload } from '#contract/chat/payload.ts';
import { withFewMarks } from '#contract/text/few-marks.ts';
import type { MessageRow } from '#db/schema.ts';
import { isTouch } from '../../data/touch.ts';
import { useWords } from '../../i18n/more.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { radius } from '../../ui/style/tokens.ts';
import MapCanvas from '../place/map-canvas.tsx';
import { geoAddress } from '../place/place.ts';
import { MAP } from './heights.ts';

const styles = {
  root: css({ display: 'block', maxInlineSize: '100%', textAlign: 'start', color: 'inherit' }),
  map: css({ display: 'block', overflow: 'hidden', borderRadius: radius.field }),
  name: css({
    display: 'block',
    inlineSize: `${MAP.w}px`,
    maxInlineSize: '100%',
    lineHeight: '26px',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    unicodeBidi: 'plaintext',
  }),
};

type Props = { readonly row: MessageRow; readonly payload: Extract<Payload, { readonly kind: 'location' }> };

/** A shared location with a precision of about 1 km. A tap opens the map app on a touch device, elsewhere it copies the coordinates. */
const LocationBubble = ({ payload }: Props) => {
  useWords('send');
  const { t } = useTranslation('send');
  const { lat, lon } = payload;
  const name = withFewMarks(payload.name);
  const drawn = (
    <>
      <span css={styles.map}>
        <MapCanvas at={payload} {...MAP} label={t('place.map', { name })} />
      </span>
      {name === '' ? null : <bdi css={styles.name}>{name}</bdi>}
    </>
  );
  if (isTouch()) {
    return (
      <a css={styles.root} href={geoAddress(payload)}>
        {drawn}
      </a>
    );
  }
  const copy = () =>
    navigator.clipboard.writeText(`${lat}, ${lon}`).then(
      () => showToast(t('place.copied'), 'good'),
      () => undefined,
    );
  return (
    <button type="button" css={styles.root} onClick={() => void copy()}>
      {drawn}
    </button>
  );
};
export default LocationBubble;
