import { css } from '@emotion/react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explain } from '../../i18n/errors.ts';
import { showToast } from '../../ui/feedback/toast.ts';
import { Lazy, renderNothing } from '../../ui/lazy.tsx';
import { color, radius, size, space } from '../../ui/style/tokens.ts';
import type { TrayTool, TrayToolProps } from './tools.ts';

const styles = {
  root: css({
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(84px, 1fr))',
    gap: space(1),
    paddingBlockEnd: space(2),
  }),
  tool: css({
    display: 'grid',
    justifyItems: 'center',
    alignContent: 'start',
    gap: space(1.5),
    minBlockSize: '72px',
    paddingBlock: space(2),
    borderRadius: radius.field,
    fontSize: size.xs,
    color: color.soft,
    textAlign: 'center',
    overflowWrap: 'anywhere',
    '& svg': { color: color.accentText },
    '&:hover': { backgroundColor: color.hover },
  }),
};

type Props = TrayToolProps & { readonly tools: readonly TrayTool[] };

/** Above the input: the list of tools, or the chosen tool. */
const Tray = ({ tools, ...props }: Props) => {
  const { t } = useTranslation('message');
  const [chosen, choose] = useState<TrayTool>();
  if (chosen) return <Lazy part={chosen.part} with={props} missing={renderNothing} />;
  const press = (tool: TrayTool) =>
    tool.part.load().then(
      () => choose(tool),
      () => showToast(explain({ code: 'offline' }), 'bad'),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would name a group of fields
    <div css={styles.root} role="group" aria-label={t('composer.tools')}>
      {tools.map((tool) => (
        <button
          key={tool.key}
          type="button"
          css={styles.tool}
          onPointerEnter={tool.part.prepare}
          onClick={() => void press(tool)}
        >
          <tool.icon size={22} aria-hidden="true" />
          {tool.label()}
        </button>
      ))}
    </div>
  );
};
export default Tray;
