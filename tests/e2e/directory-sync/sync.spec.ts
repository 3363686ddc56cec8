import { v7 } from "uuid";
import { startSlapd } from "../../fakes/slapd";
import { findings } from "../../setup/accessibility";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

const CONSOLE = "/system/system-manage/login-channel";
const USERS = "/system/user-manage/user-manage";

inBothLanguages("Directory sync", () => {
  test("a directory is previewed and applied; a leaver is disabled and signed out", async ({
    page,
    t,
    makePerson,
    signIn,
  }) => {
    test.setTimeout(90_000);
    const directory = await startSlapd();
    const channels = await openLoginChannels();
    try {
      const id = v7();
      const department = `Sales ${id.slice(-8)}`;
      const under = await directory.addDepartment(department);
      const [stays, leaver] = [await directory.addPerson({ under }), await directory.addPerson({ under })];
      await channels.make(
        {
          kind: "ldap",
          name: `Directory ${id.slice(-8)}`,
          settings: {
            url: directory.url,
            bindDn: "cn=service,dc=example,dc=test",
            baseDn: "dc=example,dc=test",
            // Not the two that every directory of the tests has: names of siblings are unique here.
            departmentFilter: "(&(objectClass=organizationalUnit)(!(ou=people))(!(ou=groups)))",
            syncFilter: "(objectClass=inetOrgPerson)",
          },
          secrets: { bindPassword: "service-of-the-test" },
        },
        id,
      );
      await signIn(await makePerson({ roleKeys: ["administrator"] }));
      const s = (key: string, args?: Record<string, string | number>) => t(`directory-sync.${key}`, args);
      const openPanel = async () => {
        await page.goto(`${CONSOLE}?open=${encodeURIComponent(`edit:${id}`)}`);
        await page.getByRole("tab", { name: t("login-channels.tab.sync") }).click();
      };
      await openPanel();
      const drawer = page.getByRole("dialog").first();
      await drawer.getByRole("button", { name: s("run.preview") }).click();
      await expect(drawer.getByText(s("run.planned"))).toBeVisible({ timeout: 30_000 });
      const lines = drawer.getByRole("region", { name: s("items.label") });
      await expect(lines.getByRole("row").filter({ hasText: department }).first()).toBeVisible();
      await drawer.getByRole("button", { name: new RegExp(`^${s("counts.user.add")}`) }).click();
      await expect(lines.getByRole("row").filter({ hasText: stays.uid })).toContainText(s("actions.add"));
      expect(await findings(page)).toEqual([]);
      await drawer.getByRole("button", { name: s("run.apply") }).click();
      // Nobody is disabled: a plain question, a department and two people.
      await page
        .getByRole("dialog", { name: s("run.applyTitle", { total: 3 }) })
        .getByRole("button", { name: s("run.apply") })
        .click();
      await expect(drawer.getByText(s("run.done"))).toBeVisible({ timeout: 30_000 });

      await page.goto(`${USERS}?q=${stays.uid}`);
      const row = (account: string) => page.getByRole("row").filter({ hasText: account });
      await expect(row(stays.uid)).toContainText(department);

      // Half of the people leave: somebody has to say the number.
      await directory.remove(leaver.dn);
      await openPanel();
      await drawer.getByRole("button", { name: s("run.previewAgain") }).click();
      await expect(drawer.getByText(s("run.reviewText", { count: 1 }))).toBeVisible({ timeout: 30_000 });
      await drawer.getByRole("button", { name: s("run.apply") }).click();
      const again = page.getByRole("alertdialog");
      await expect(again.getByRole("button", { name: s("run.reviewOk") })).toBeDisabled();
      await again.getByRole("textbox").fill("1");
      await again.getByRole("button", { name: s("run.reviewOk") }).click();
      await expect(drawer.getByText(s("run.done"))).toBeVisible({ timeout: 30_000 });

      await page.goto(`${USERS}?q=${leaver.uid}`);
      await expect(row(leaver.uid)).toContainText(t("organisation.users.state.disabled"));
      await page.goto(`${USERS}?q=${stays.uid}`);
      await expect(row(stays.uid)).not.toContainText(t("organisation.users.state.disabled"));
    } finally {
      await channels.close();
      await directory.stop();
    }
  });

  test("the schedule is kept; a directory that is down says why", async ({ page, t, makePerson, signIn }) => {
    const channels = await openLoginChannels();
    try {
      const id = v7();
      await channels.make(
        {
          kind: "ldap",
          name: `Down ${id.slice(-8)}`,
          settings: { url: "ldap://127.0.0.1:1", baseDn: "dc=example,dc=test" },
        },
        id,
      );
      await signIn(await makePerson({ roleKeys: ["administrator"] }));
      const s = (key: string) => t(`directory-sync.${key}`);
      const open = async () => {
        await page.goto(`${CONSOLE}?open=${encodeURIComponent(`edit:${id}`)}`);
        await page.getByRole("tab", { name: t("login-channels.tab.sync") }).click();
      };
      await open();
      const drawer = page.getByRole("dialog").first();
      await drawer.getByRole("button", { name: s("run.preview") }).click();
      await expect(drawer.getByText(t("login-channels.reasons.unreachable")).first()).toBeVisible({ timeout: 30_000 });
      const limit = drawer.getByRole("spinbutton", { name: s("settings.disableMaxPercent") });
      await limit.fill("101");
      await drawer.getByRole("button", { name: s("settings.save") }).click();
      await expect(drawer.getByText(t("validation.range"))).toBeVisible();
      await limit.fill("25");
      await drawer.getByRole("combobox", { name: s("settings.schedule") }).click();
      await page.getByRole("option", { name: s("settings.daily") }).click();
      await drawer.getByRole("button", { name: s("settings.save") }).click();
      await expect(page.getByText(t("common.toast.success"))).toBeVisible();
      await open();
      await expect(limit).toHaveValue("25");
      await expect(drawer.getByRole("combobox", { name: s("settings.hour") })).toHaveText("03:00");
    } finally {
      await channels.close();
    }
  });
});
