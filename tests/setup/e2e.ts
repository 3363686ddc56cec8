import { createHash } from "node:crypto";
import { type APIRequestContext, test as base, expect, type Page, type TestInfo } from "@playwright/test";
import { intlLocale, type Locale } from "../../lib/i18n/locales";
import { type NewPerson, openPeople, type Person } from "./e2e-people";
import { type Texts, textsOf } from "./e2e-texts";

export type { Person, Texts };
export { expect };

export const LOCALES: readonly Locale[] = ["zh_CN", "en_US"];
export const ADMIN = { account: "admin", password: "Admin12345" };

interface Options {
  /** `byName`: the language that the test's whole title chooses. */
  language: Locale | "byName";
}

interface Fixtures {
  productLocale: Locale;
  t: Texts;
  /** Makes a person of their own; staff unless told otherwise. */
  makePerson: (person?: NewPerson) => Promise<Person>;
  /** Signs the browser in without the login screen. Answers the token of calls. */
  signIn: (person: { account: string; password: string }, page?: Page) => Promise<string>;
  /** What a page must never do: every test fails when one of its pages broke a rule in its console. */
  consoleErrors: string[];
}

/** A `*.phone.spec.ts` is about a phone. A fixture's doing: a project of its own would cost a browser at every change. */
const isPhone = ({ file }: TestInfo) => file.endsWith(".phone.spec.ts");

export const test = base.extend<Options & Fixtures, { people: Awaited<ReturnType<typeof openPeople>> }>({
  language: ["zh_CN", { option: true }],
  productLocale: async ({ language }, use, { titlePath }) =>
    use(language === "byName" ? localeOfName(titlePath.join(" › ")) : language),
  locale: async ({ productLocale }, use) => use(intlLocale(productLocale)),
  people: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const people = await openPeople();
      await use(people);
      await people.close();
    },
    { scope: "worker" },
  ],
  // biome-ignore-start lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  viewport: async ({}, use, info) => use(isPhone(info) ? { width: 390, height: 844 } : { width: 1440, height: 900 }),
  isMobile: async ({}, use, info) => use(isPhone(info)),
  hasTouch: async ({}, use, info) => use(isPhone(info)),
  // Movement costs a quarter of a run: drawn frames, and waiting for what moves to rest. On a phone all of it is played.
  contextOptions: async ({}, use, info) => use(isPhone(info) ? {} : { reducedMotion: "reduce" }),
  // biome-ignore-end lint/correctness/noEmptyPattern: the fixtures above
  t: async ({ productLocale }, use) => use(textsOf(productLocale)),
  context: async ({ context, baseURL, productLocale }, use) => {
    await context.addCookies([{ name: "current-locale", value: productLocale, url: baseURL }]);
    await use(context);
  },
  makePerson: async ({ people }, use) => use((person) => people.make(person)),
  signIn: async ({ page, baseURL, productLocale }, use) =>
    use(async (person, at = page) => {
      const token = await tokenOf(at.request, person, baseURL ?? "");
      await at.request.post("/api/admin/user/set-user-language", {
        data: { language: productLocale },
        headers: { authorization: token },
      });
      // A page of our origin that runs nothing: what is stored is there before the product starts.
      await at.goto("/api/health");
      await at.evaluate((value) => localStorage.setItem("token", value), token);
      return token;
    }),
  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      page.on("console", (message) => {
        // A refused call is reported by the browser itself; journeys into refusals meet them on purpose.
        const isRefusal = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isRefusal) errors.push(message.text());
      });
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

/** Logs in by call; also sets the session cookie of the request's context. */
export async function tokenOf(
  request: APIRequestContext,
  { account, password }: { account: string; password: string },
  origin: string,
): Promise<string> {
  const response = await request.post("/api/token/login-pw", {
    data: { username: account, password },
    headers: { origin },
  });
  expect(response.status()).toBe(200);
  return ((await response.json()) as { data: { token: string } }).data.token;
}

/** Half of all names get each language; a name always gets the same one. */
function localeOfName(name: string): Locale {
  const [first = 0] = createHash("sha256").update(name).digest();
  return first % 2 === 0 ? "zh_CN" : "en_US";
}

/**
 * Journeys that hold in either language: each runs once, in the language its name chooses, and in both with
 * E2E_LANGUAGES=both. That every text exists in both is a structure test's to say.
 */
export function inBothLanguages(name: string, journeys: () => void): void {
  const languages = process.env.E2E_LANGUAGES === "both" ? LOCALES : (["byName"] as const);
  for (const language of languages) {
    test.describe(language === "byName" ? name : `${name}, ${language}`, () => {
      test.use({ language });
      journeys();
    });
  }
}
