import { screen } from "@testing-library/react";
import { useErrorText } from "@/components/common/use-error-text";
import { ERROR_CODES } from "@/lib/errors/errors";
import { LOCALES } from "@/lib/i18n/locales";
import { renderWithTexts } from "@/tests/factories/render";

interface SaidProps {
  error: string | null;
  args?: Record<string, string | number>;
}

function Said({ error, args }: SaidProps) {
  return <p data-testid="said">{useErrorText()(error, args)}</p>;
}

function AllSaid({ keys }: { keys: readonly string[] }) {
  const errorText = useErrorText();
  return (
    <ul>
      {keys.map((key) => (
        <li key={key}>{errorText(key)}</li>
      ))}
    </ul>
  );
}

const said = async (props: SaidProps, locale: (typeof LOCALES)[number]) => {
  const { unmount } = await renderWithTexts(<Said {...props} />, locale);
  const { textContent } = screen.getByTestId("said");
  unmount();
  return textContent ?? "";
};

/** Errors that answers, files and calls end with long before they are read: their figures are gone by then. */
const FIGURES = {
  dailyTokenLimit: { reset: "00:00" },
  dailyImageLimit: { reset: "00:00" },
  keyDailyLimit: { reset: "00:00" },
  budgetExceeded: { reset: "2026-12-01" },
  keyRateLimit: { seconds: 17 },
  fileTooLarge: { limit: "20 MB" },
  vectorsTooLong: { max: 2000 },
};

describe.each(LOCALES)("an error in words, %s", (locale) => {
  it.each(Object.entries(FIGURES))("%s is a whole sentence with its figure and without", async (error, args) => {
    const full = await said({ error, args }, locale);
    expect(full).toContain(String(Object.values(args)[0]));
    const bare = await said({ error }, locale);
    expect(bare).not.toMatch(/none|[{}]|errors\.|\s\s|\s$|，$|\b(at|on|than)$/);
    expect(bare.length).toBeGreaterThan(4);
    expect(bare).not.toBe(full);
  });

  it("says no half sentence, whatever figures an error was kept without", async () => {
    const keys = Object.keys(ERROR_CODES);
    const { unmount } = await renderWithTexts(<AllSaid keys={keys} />, locale);
    const texts = screen.getAllByRole("listitem").map(({ textContent }) => textContent ?? "");
    unmount();
    expect(texts).toHaveLength(keys.length);
    expect(texts.filter((text) => text.length < 2 || /(?<!is )\bnone\b|[{}]|errors\.|\s\s|\s$/.test(text))).toEqual([]);
  });

  it("gives a text all its figures or none", async () => {
    const unknown = await said({ error: "unknown" }, locale);
    expect(await said({ error: "seatsExhausted", args: { used: 3 } }, locale)).toBe(unknown);
    expect(await said({ error: "seatsExhausted", args: { used: 3, total: 5 } }, locale)).toMatch(/3.*5/);
    expect(await said({ error: "roleInUse", args: { count: 2 } }, locale)).toMatch(/2/);
  });

  it("is unknown where there is no key, or one that nobody wrote a text for", async () => {
    const unknown = await said({ error: "unknown" }, locale);
    expect(await said({ error: null }, locale)).toBe(unknown);
    expect(await said({ error: "noSuchKey" }, locale)).toBe(unknown);
    expect(await said({ error: "notFound" }, locale)).not.toBe(unknown);
  });
});
