import i18next from 'i18next';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { Router } from 'wouter';
import { config as brand } from '#brand/config.ts';
import { type PageVariantPart, PRERENDERED, type PrerenderedPage } from '#contract/paths.ts';
import { DownloadView } from '../features/account/install/download-view.tsx';
import GoogleButton from '../features/account/login/google-button.tsx';
import { LoginPopup, LoginWaysView, PasswordFormView, PasswordPopup } from '../features/account/login/login-views.tsx';
import { ForgotButton } from '../features/account/recovery/recovery-fields.tsx';
import { initTexts } from '../i18n/i18n.ts';
import { directionOf, type Language, localeOf } from '../i18n/languages.ts';
import { loadWords as loadLazyWords } from '../i18n/more.ts';
import { Page, titleOf } from '../landing/page.tsx';
import { loadWords } from '../landing/texts.ts';
import { Frame, layerStyle } from '../ui/layout/frame.tsx';
import { GlobalStyle } from '../ui/style/global-style.tsx';
import type { Prerendered } from './prerendered-document.ts';

/**
 * The `<style>` elements that emotion inserts when it renders without a browser; the group is their rules. The content security policy
 * forbids the elements, so `prerender` removes them and returns the rules as `styles`.
 */
const STYLE = /<style data-emotion="[^"]*">(.*?)<\/style>/gs;

/** The hints that React inserts to preload pictures; they are of no use, as the pictures follow at once. */
const HINTS = /<link rel="preload" as="image"[^>]*>/g;

const ignore = () => undefined;

/** A popup as the app places it: in a layer of the screen that covers the one below. */
const PopupLayer = ({ children }: { readonly children: ReactNode }) => (
  <div css={layerStyle} data-over>
    {children}
  </div>
);

const Login = ({ has }: { readonly has: ReadonlySet<PageVariantPart> }) => (
  <PopupLayer>
    <LoginPopup onClose={ignore}>
      <LoginWaysView
        busy={false}
        fault=""
        google={has.has('google') ? <GoogleButton clientId="" onAnswer={ignore} /> : null}
        // Browsers without passkeys do not keep the page (`takePrerendered`).
        hasPasskeys
        onGuest={ignore}
        onPasskey={ignore}
      />
    </LoginPopup>
  </PopupLayer>
);

const PasswordLogin = ({ has }: { readonly has: ReadonlySet<PageVariantPart> }) => (
  <PopupLayer>
    <PasswordPopup onClose={ignore} isDemo={has.has('demo')}>
      <PasswordFormView
        uid=""
        passwd=""
        isShown={false}
        wrong={{}}
        busy={false}
        fault=""
        onUid={ignore}
        onPasswd={ignore}
        onShown={ignore}
        onSubmit={ignore}
      />
      {has.has('recovery') ? <ForgotButton onOpen={ignore} /> : null}
    </PasswordPopup>
  </PopupLayer>
);

const Download = () => (
  <div css={layerStyle}>
    <Frame>
      {/* A computer removes the button that shows the steps (`takePrerendered`). */}
      <DownloadView state="manual" onInstall={ignore} onShowHow={ignore} stores={null} />
    </Frame>
  </div>
);

type Drawn = { readonly title: string; readonly page: ReactNode };

async function draw(page: PrerenderedPage, language: Language, has: ReadonlySet<PageVariantPart>): Promise<Drawn> {
  if (page === 'landing') {
    const words = await loadWords(language);
    return { title: titleOf(words, brand.name), page: <Page words={words} /> };
  }
  await initTexts(language);
  await loadLazyWords(language, 'recovery');
  const titled = (title: string, drawn: ReactNode) => ({ title: `${title} · ${brand.name}`, page: drawn });
  if (page === 'download') return titled(i18next.t('download:title'), <Download />);
  return titled(i18next.t('login:title'), page === 'login' ? <Login has={has} /> : <PasswordLogin has={has} />);
}

/**
 * Renders a page without a browser, with the parts that a server has. Called by the build for each language, one call after the other:
 * translations are global. `open-landing.tsx` hydrates the landing page; the app replaces the others (`take-over.ts`).
 */
export async function prerender(
  name: PrerenderedPage,
  language: Language,
  has: ReadonlySet<PageVariantPart>,
): Promise<Prerendered> {
  const { title, page } = await draw(name, language, has);
  const whole = renderToString(
    <Router ssrPath={PRERENDERED[name].path} ssrSearch="">
      <GlobalStyle />
      {page}
    </Router>,
  );
  return {
    lang: localeOf(language),
    dir: directionOf(language),
    title,
    html: whole.replaceAll(STYLE, '').replaceAll(HINTS, ''),
    styles: [...new Set([...whole.matchAll(STYLE)].map(([, rules = '']) => rules))],
  };
}
