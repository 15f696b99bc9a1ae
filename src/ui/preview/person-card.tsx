import { css } from '@emotion/react';
import { CardSkeleton } from '../../person/card-skeleton.tsx';
import { type CardPerson, PersonCard } from '../../person/person-card.tsx';
import { space } from '../style/tokens.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(160px, 1fr))',
    gap: space(3),
    inlineSize: '100%',
  }),
};

const ASHA: CardPerson = {
  uid: 9001,
  nickName: 'Asha',
  avatarUrl: '',
  videoUrl: '',
  country: 'IN',
  lang: 'hi',
  age: 24,
  price: 40,
  isNew: true,
  isSilver: true,
};
const done = () => {};

const PersonCardPreview = () => (
  <div css={styles.root}>
    <PersonCard person={ASHA} presence="online" href="#" sizes="160px" onLike={done} onMessage={done} />
    <PersonCard
      person={{ ...ASHA, uid: 9002, nickName: 'Maximiliana Alejandra', isNew: false, country: 'XX', age: -1 }}
      presence="busy"
      href="#"
      sizes="160px"
      liked
      onLike={done}
      onMessage={done}
    />
    <PersonCard person={{ ...ASHA, uid: 9003, isSilver: false, price: 0 }} presence="offline" href="#" sizes="160px" />
    <CardSkeleton />
  </div>
);
export default PersonCardPreview;
