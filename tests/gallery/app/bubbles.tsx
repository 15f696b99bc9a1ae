import { css } from '@emotion/react';
import { useLiveQuery } from 'dexie-react-hooks';
import { useTranslation } from 'react-i18next';
import { Bubble } from '../../../src/messages/bubble.tsx';
import { MessageActionsContext } from '../../../src/messages/message-actions.ts';
import { KnownRows } from '../../../src/messages/quote.tsx';
import PhotosTool from '../../../src/messages/tray/photos-tool.tsx';
import PlaceTool from '../../../src/messages/tray/place-tool.tsx';
import RepliesTool from '../../../src/messages/tray/replies-tool.tsx';
import { TRAY } from '../../../src/messages/tray/table.ts';
import Tray from '../../../src/messages/tray/tray.tsx';
import VoiceTool from '../../../src/messages/tray/voice-tool.tsx';
import { GlobalStyle } from '../../../src/ui/style/global-style.tsx';
import { readNewest } from '../../../worker/db/reads/messages.ts';

const TID = 'u_9001';
const ALL = 1_000;
const root = css({ blockSize: '100dvh', overflowY: 'auto' });
const nothing = () => undefined;
const DEEDS = { uid: 9_001, name: 'Asha', opensLinks: true, jumpTo: nothing, reply: nothing };

/** All messages of a conversation, stacked: the app's list would draw only those inside the window. */
export const Bubbles = () => {
  const { i18n } = useTranslation();
  const rows = useLiveQuery(() => readNewest(TID, ALL), []) ?? [];
  return (
    <main css={root}>
      <GlobalStyle />
      <h1>gemcall</h1>
      <MessageActionsContext value={DEEDS}>
        <KnownRows value={rows}>
          {rows.map((row, at) => (
            <Bubble
              key={row.mid}
              row={row}
              first={row.out !== rows[at - 1]?.out}
              last={row.out !== rows[at + 1]?.out}
              name={DEEDS.name}
              language={i18n.language}
            />
          ))}
        </KnownRows>
      </MessageActionsContext>
    </main>
  );
};

/** The tools above the input, stacked: the tray, and the tools that it opens. */
export const Tools = () => {
  const props = { tid: TID, uid: DEEDS.uid, onClose: nothing };
  return (
    <main css={root}>
      <GlobalStyle />
      <h1>gemcall</h1>
      <Tray {...props} tools={TRAY} />
      <PhotosTool {...props} />
      <VoiceTool {...props} />
      <PlaceTool {...props} />
      <RepliesTool {...props} />
    </main>
  );
};
