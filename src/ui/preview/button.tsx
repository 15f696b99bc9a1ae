import { Heart } from 'lucide-react';
import { Button } from '../input/button.tsx';
import { IconButton } from '../input/icon-button.tsx';

const LOOKS = ['primary', 'plain', 'quiet', 'danger'] as const;
const ICON_LOOKS = ['bare', 'raised', 'accent'] as const;

const ButtonPreview = () => (
  <>
    {LOOKS.map((look) => (
      <Button key={look} look={look}>
        {look}
      </Button>
    ))}
    {LOOKS.map((look) => (
      <Button key={look} look={look} disabled>
        {look}, off
      </Button>
    ))}
    {LOOKS.map((look) => (
      <Button key={look} look={look} small>
        {look}, small
      </Button>
    ))}
    {ICON_LOOKS.map((look) => (
      <IconButton key={look} look={look} label={look}>
        <Heart size={20} />
      </IconButton>
    ))}
  </>
);
export default ButtonPreview;
