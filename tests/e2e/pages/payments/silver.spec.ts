import { expect } from 'playwright/test';
import { enterAsGuest, test } from '../../base.ts';
import { query } from '../database.ts';
import { card } from '../people/hosts.ts';

test('a visitor sees the silver hosts and must sign in to open one', { tag: '@phone' }, async ({ page, product }) => {
  const silver = await query(product, 'select count(*)::int as hosts from anchor where is_silver', []);
  await page.goto('/silveranchor');
  const popup = page.getByRole('dialog', { name: 'Silver hosts' });
  const list = popup.getByRole('list', { name: 'Silver hosts' });
  await expect(list.getByRole('link').first()).toHaveAccessibleName(/Silver$/);
  await expect(list.locator('[aria-posinset="1"]')).toHaveAttribute('aria-setsize', String(silver[0]?.['hosts']));
  await expect(list.getByRole('button')).toHaveCount(0);
  await list.getByRole('link').first().click();
  await expect(page).toHaveURL(/\/login\?next=%2Fanchorprofile%3Fuid%3D\d+$/);
});

test('the silver hosts open over the wall and close back to it, and the silver club shows no gem prices', {
  tag: '@desk',
}, async ({ page }) => {
  await enterAsGuest(page, '/goddess');
  await expect(card(page, 'Asha')).toBeVisible();
  await page.goto('/silveranchor');
  const popup = page.getByRole('dialog', { name: 'Silver hosts' });
  await expect(popup.getByText('Free silver calls left today: 1, 1:00 each')).toBeVisible();
  await popup.getByRole('button', { name: 'Close' }).click();
  await expect(popup).toHaveCount(0);
  await expect(card(page, 'Asha')).toBeVisible();
  await page.getByRole('link', { name: 'Silver club' }).click();
  await expect(page.getByRole('heading', { name: 'Silver club' })).toBeVisible();
  const hosts = page.getByRole('list', { name: 'Silver hosts' });
  await expect(hosts.getByRole('link').first()).not.toHaveAccessibleName(/gem/i);
});
