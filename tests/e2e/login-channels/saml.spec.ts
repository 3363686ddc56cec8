import { v7 } from "uuid";
import { type SamlPerson, startSamlIdp } from "../../fakes/saml-idp";
import { LoginPage } from "../../pages/login-page";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

const unique = (text: string) => `${text}${v7().replaceAll("-", "").slice(-10)}`;

function samlPerson(): SamlPerson {
  const uid = unique("s");
  return { uid, nameId: `${uid}@corp.test`, displayName: `Name ${uid}`, mail: `${uid}@mail.test`, groups: "all" };
}

interface Site {
  idp: Awaited<ReturnType<typeof startSamlIdp>>;
  channels: Awaited<ReturnType<typeof openLoginChannels>>;
  name: string;
}

/** An identity provider of this journey's own on another site, and its channel in the running product. */
async function withIdp(people: SamlPerson[], baseURL: string, run: (site: Site) => Promise<void>): Promise<void> {
  const [idp, channels] = await Promise.all([startSamlIdp(people, "localhost"), openLoginChannels()]);
  try {
    const name = unique("Federation ");
    const id = await channels.make({
      kind: "saml",
      name,
      settings: {
        idpEntityId: idp.entityId,
        ssoUrl: idp.ssoUrl,
        certificates: idp.certificate,
        accountAttribute: "uid",
      },
      provisioning: { roleIds: [await channels.roleId("staff")] },
    });
    idp.trust(await (await fetch(`${baseURL}/api/public/login/${id}/metadata`)).text());
    await run({ idp, channels, name });
  } finally {
    await channels.close();
    await idp.close();
  }
}

inBothLanguages("SAML", () => {
  test("a person signs in at the identity provider, whose form comes back from another site to the page asked for", async ({
    page,
    context,
    baseURL,
  }) => {
    const [me, colleague] = [samlPerson(), samlPerson()];
    await withIdp([me, colleague], baseURL ?? "", async ({ idp, channels, name }) => {
      for (const who of [me, colleague]) {
        await page.goto("/user/info");
        await expect(page).toHaveURL(/\/login\?redirectUrl=/);
        await page.getByRole("link", { name }).click();
        await expect(page).toHaveURL(/^http:\/\/localhost:/);
        await page.getByRole("button", { name: who.displayName }).click();
        await expect(page).toHaveURL(/\/user\/info$/);
        expect(await channels.boundAccount(idp.entityId, who.nameId)).toBe(who.uid);
        expect(page.url()).not.toContain("jwt");
        await page.goto("/api/health");
        await context.clearCookies({ name: "authjs.session-token" });
        await page.evaluate(() => localStorage.clear());
      }
    });
  });

  test("who cancels is told so, and can still use a password", async ({ page, t, makePerson, baseURL }) => {
    await withIdp([samlPerson()], baseURL ?? "", async ({ name }) => {
      const person = await makePerson();
      await page.goto("/login?redirectUrl=%2Fuser%2Finfo");
      await page.getByRole("link", { name }).click();
      await page.getByRole("button", { name: "Cancel" }).click();
      await expect(page).toHaveURL(/\/login/);
      await expect(page.getByText(t("errors.channelDenied")).first()).toBeVisible();
      await new LoginPage(page, t).logIn(person);
      await expect(page).toHaveURL(/\/user\/info$/);
    });
  });

  test("an answer with a forged signature lets nobody in", async ({ page, t, baseURL }) => {
    const me = samlPerson();
    await withIdp([me], baseURL ?? "", async ({ idp, channels, name }) => {
      idp.behave({ after: (xml) => xml.replace(me.nameId, "admin") });
      await page.goto("/login");
      await page.getByRole("link", { name }).click();
      await page.getByRole("button", { name: me.displayName }).click();
      await expect(page.getByText(t("errors.channelFailed")).first()).toBeVisible();
      expect(await channels.boundAccount(idp.entityId, me.nameId)).toBeUndefined();
    });
  });
});
