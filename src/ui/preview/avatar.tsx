import { Avatar } from '../../person/avatar.tsx';

const SIZES = ['small', 'medium', 'large'] as const;
const STATES = ['online', 'busy', 'offline', undefined] as const;

const AvatarPreview = () => (
  <>
    {SIZES.flatMap((size) =>
      STATES.map((presence, index) => (
        <Avatar key={`${size}-${presence}`} uid={9001 + index} name="Amara Diallo" size={size} presence={presence} />
      )),
    )}
    <Avatar uid={1} name="gemcall" team />
  </>
);
export default AvatarPreview;
