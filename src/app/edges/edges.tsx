import { useContext } from 'react';
import { ShareOffer } from '../../features/chat/around/share-offer.tsx';
import { LayerIsOnTop } from '../../routing/layer-place.ts';
import { TitleBar } from './title-bar.tsx';
import { useInstalled } from './use-installed.ts';
import { useLaunches } from './use-launches.ts';

/** System integration of an installed app: title bar, launches, installation, and shares from other apps. */
const Edges = () => {
  useLaunches();
  useInstalled();
  // Several layers may render this component; only the top one draws the title bar.
  const isOnTop = useContext(LayerIsOnTop);
  return (
    <>
      {isOnTop ? <TitleBar /> : null}
      <ShareOffer />
    </>
  );
};
export default Edges;
