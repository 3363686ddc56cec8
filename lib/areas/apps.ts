import { APP } from "@/lib/generated/apps";

/*
 * Names of what calls models, as the ledger, budgets and reports keep them, from what areas declare: `APP.CHAT` instead of a
 * string. What people call them stands under `shared.apps` of the area's texts.
 */
export { APP };

/** Every app there is from the first day on; others have been there once. */
export const APPS: readonly string[] = Object.values(APP);

/** A translator of `apps`. */
export interface AppTexts {
  (key: string): string;
  has(key: string): boolean;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Of an app that somebody made: the ledger knows it by its id (ARCHITECTURE 9). */
export const isAppId = (app: string): boolean => ID.test(app);

/** What people call an app; one without a name of ours stands for itself. */
export function appName(app: string, t: AppTexts): string {
  return /^[a-z-]+$/.test(app) && t.has(app) ? t(app) : app;
}
