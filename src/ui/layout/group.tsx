import { css } from '@emotion/react';
import { ChevronRight, ExternalLink } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { color, motion, radius, size, space } from '../style/tokens.ts';

const styles = {
  root: css({ display: 'grid', gap: space(2), minInlineSize: 0 }),
  title: css({ paddingInline: space(4), fontSize: size.xs, fontWeight: 650, color: color.soft }),
  card: css({
    overflow: 'hidden',
    borderRadius: radius.card,
    backgroundColor: color.surface,
    boxShadow: `inset 0 0 0 1px ${color.line}`,
    '& > * + *': { borderBlockStart: `1px solid ${color.line}` },
    '& :focus-visible': { outlineOffset: '-3px', borderRadius: '12px' },
  }),
  note: css({ paddingInline: space(4), fontSize: size.xs, color: color.soft, textWrap: 'pretty' }),
  row: css({
    display: 'flex',
    alignItems: 'center',
    gap: space(3),
    minBlockSize: '60px',
    paddingBlock: space(2.5),
    paddingInline: space(4),
    transition: `background-color ${motion.quick}`,
    'a&:hover': { backgroundColor: color.hover },
    '& > svg:last-child': { color: color.faint, '[dir="rtl"] &': { transform: 'scaleX(-1)' } },
  }),
  words: css({ flex: 1, minInlineSize: 0, display: 'grid', gap: space(0.5) }),
  label: css({ justifySelf: 'start', fontWeight: 550, overflowWrap: 'anywhere' }),
  hint: css({ fontSize: size.xs, color: color.soft, textWrap: 'pretty', overflowWrap: 'anywhere' }),
  value: css({
    color: color.soft,
    fontSize: size.xs,
    maxInlineSize: '45%',
    textAlign: 'end',
    overflowWrap: 'anywhere',
  }),
};

type GroupProps = {
  /** Absent when the page's own title covers it. */
  readonly title?: string;
  /** Description below the rows. */
  readonly note?: string;
  readonly children: ReactNode;
};

/** Titled card of rows, for settings and lists; contains `LinkRow`, `DocumentRow`, `PlainRow` or switches. */
export const Group = ({ title, note, children }: GroupProps) => {
  const id = useId();
  return (
    <section css={styles.root} aria-labelledby={title && id}>
      {title ? (
        <h2 css={styles.title} id={id}>
          {title}
        </h2>
      ) : null}
      <div css={styles.card} data-surface>
        {children}
      </div>
      {note ? <p css={styles.note}>{note}</p> : null}
    </section>
  );
};

type RowProps = {
  readonly icon?: ReactNode;
  readonly label: string;
  readonly hint?: string;
  /** The current choice. */
  readonly value?: string;
};

const Words = ({ icon, label, hint, value }: RowProps) => (
  <>
    {icon}
    <span css={styles.words}>
      <bdi css={styles.label}>{label}</bdi>
      {hint ? <span css={styles.hint}>{hint}</span> : null}
    </span>
    {value ? <bdi css={styles.value}>{value}</bdi> : null}
  </>
);

/** Row that links to a page of the app. */
export const LinkRow = ({ to, ...words }: RowProps & { readonly to: string }) => (
  <Link href={to} css={styles.row}>
    <Words {...words} />
    <ChevronRight size={18} aria-hidden="true" />
  </Link>
);

/** Row that opens a document in a new tab. */
export const DocumentRow = ({ href, ...words }: RowProps & { readonly href: string }) => (
  <a href={href} css={styles.row} target="_blank" rel="noopener noreferrer">
    <Words {...words} />
    <ExternalLink size={18} aria-hidden="true" />
  </a>
);

/** Row with information and actions at its end. */
export const PlainRow = ({ action, ...words }: RowProps & { readonly action?: ReactNode }) => (
  <div css={styles.row}>
    <Words {...words} />
    {action}
  </div>
);
