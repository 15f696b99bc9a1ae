import { Gem } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { core } from '../core/core.ts';
import { useIsOutdated } from '../core/new-build.ts';
import { Empty } from '../ui/feedback/empty.tsx';
import { Outdated } from '../ui/feedback/outdated.tsx';
import { Button } from '../ui/input/button.tsx';

const Apology = () => {
  const { t } = useTranslation();
  if (useIsOutdated()) return <Outdated level="h1" />;
  return (
    <Empty
      level="h1"
      art={<Gem size={40} />}
      title={t('crashed.title')}
      text={t('crashed.text')}
      action={
        <Button variant="primary" onClick={() => location.reload()}>
          {t('crashed.reload')}
        </Button>
      }
    />
  );
};

type Props = { readonly children: ReactNode };

/**
 * Error boundary of a page: after an exception in it, or when a script of an older build is no longer available, it offers a
 * reload. Other layers stay usable.
 */
export class CrashBoundary extends Component<Props, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown) {
    const code = error instanceof Error ? error.name : typeof error;
    void core.track('error', { kind: 'page', code });
  }

  override render() {
    return this.state.crashed ? <Apology /> : this.props.children;
  }
}
