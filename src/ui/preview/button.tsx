import { Heart } from 'lucide-react';
import { Button } from '../input/button.tsx';
import { IconButton } from '../input/icon-button.tsx';

const VARIANTS = ['primary', 'plain', 'quiet', 'danger'] as const;
const ICON_VARIANTS = ['bare', 'raised', 'accent'] as const;

const ButtonPreview = () => (
  <>
    {VARIANTS.map((variant) => (
      <Button key={variant} variant={variant}>
        {variant}
      </Button>
    ))}
    {VARIANTS.map((variant) => (
      <Button key={variant} variant={variant} disabled>
        {variant}, off
      </Button>
    ))}
    {VARIANTS.map((variant) => (
      <Button key={variant} variant={variant} small>
        {variant}, small
      </Button>
    ))}
    {ICON_VARIANTS.map((variant) => (
      <IconButton key={variant} variant={variant} label={variant}>
        <Heart size={20} />
      </IconButton>
    ))}
  </>
);
export default ButtonPreview;
