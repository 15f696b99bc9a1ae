import { ProgressRing } from '../feedback/progress-ring.tsx';

const ProgressRingPreview = () => (
  <>
    <ProgressRing value={undefined} label="Waiting" />
    {[0, 0.3, 0.75, 1].map((value) => (
      <ProgressRing key={value} value={value} label="Sending" />
    ))}
  </>
);
export default ProgressRingPreview;
