import { PersonalPage } from "../../pages/personal-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { addUsage } from "../../setup/e2e-usage";

/** Calendar days before today, in the zone of the installation. */
function dayBefore(days: number): string {
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Shanghai" }).format(new Date());
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
}

inBothLanguages("the own token statistics", () => {
  test("tell today against the limits, and a period by app, model and day", async ({ page, t, makePerson, signIn }) => {
    const [person, other] = [await makePerson(), await makePerson()];
    await addUsage([
      {
        userId: person.id,
        app: "chat",
        day: dayBefore(2),
        inputTokens: 1000,
        outputTokens: 234,
        costMicros: 1_500_000,
      },
      { userId: person.id, app: "document", day: dayBefore(2), inputTokens: 500, outputTokens: 66 },
      { userId: person.id, app: "chat", day: dayBefore(60), inputTokens: 4000, outputTokens: 5 },
      { userId: other.id, app: "drawing", day: dayBefore(2), inputTokens: 999_999, outputTokens: 1 },
    ]);
    await signIn(person);
    const personal = new PersonalPage(page, t);
    await personal.open("info");
    await personal.tabs.getByRole("link", { name: t("screens.userToken") }).click();
    await page.waitForURL(/\/user\/token$/);
    const today = page.getByRole("region", { name: t("personal.token.today"), exact: true });
    await expect(today.getByRole("listitem")).toHaveCount(2);
    await expect(today.getByRole("listitem").first()).toContainText(t("personal.token.limit.unlimited"));
    const heat = page.getByRole("region", { name: t("personal.token.heat.title"), exact: true });
    await expect(heat).toContainText(t("personal.token.heat.active", { count: 2 }));

    const apps = page.getByRole("region", { name: t("personal.token.byApp"), exact: true });
    const days = page.getByRole("region", { name: t("personal.token.byDay"), exact: true });
    await expect(apps.getByRole("row").filter({ hasText: t("apps.chat") })).toContainText("1,234");
    await expect(apps.getByRole("row").filter({ hasText: t("apps.document") })).toContainText("566");
    await expect(apps.getByText(t("apps.drawing"))).toHaveCount(0);
    await expect(days.getByRole("row")).toHaveCount(2);
    await expect(days.getByRole("row").last()).toContainText("1,800");

    await page.getByRole("radio", { name: t("reports.period.90d") }).click();
    await expect(page).toHaveURL(/period=90d/);
    await expect(days.getByRole("row")).toHaveCount(3);
    await expect(apps.getByRole("row").filter({ hasText: t("apps.chat") })).toContainText("5,239");
    await page.reload();
    await expect(days.getByRole("row")).toHaveCount(3);
    await page.getByRole("radio", { name: t("reports.period.7d") }).click();
    await expect(days.getByRole("row")).toHaveCount(2);
  });
});
