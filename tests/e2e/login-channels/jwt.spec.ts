import { generateKeyPairSync } from "node:crypto";
import { SignJWT } from "jose";
import { v7 } from "uuid";
import { expect, inBothLanguages, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });

inBothLanguages("links with a signed token", () => {
  let channels: Awaited<ReturnType<typeof openLoginChannels>>;
  let issuer: string;

  test.beforeAll(async () => {
    channels = await openLoginChannels();
    issuer = `https://portal-${v7().slice(-8)}.example`;
    await channels.make({
      kind: "jwt",
      name: `Portal ${issuer}`,
      settings: {
        issuer,
        audience: "platform",
        keySource: "publicKeys",
        publicKeys: publicKey.export({ type: "spki", format: "pem" }).toString(),
      },
      provisioning: { roleIds: [await channels.roleId("staff")] },
    });
  });
  test.afterAll(() => channels.close());

  const tokenFor = (account: string, audience = "platform") =>
    new SignJWT({ name: `Name ${account}` })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(account)
      .setJti(v7())
      .setIssuedAt()
      .setExpirationTime("2m")
      .sign(privateKey);

  test("sign their person in at the page they lead to, once, and leave nothing in the address", async ({
    page,
    context,
    t,
  }) => {
    const account = `j${v7().replaceAll("-", "").slice(-10)}`;
    const link = `/personal/chat?jwt=${await tokenFor(account)}`;
    await page.goto(link);
    await expect(page).toHaveURL(/\/personal\/chat$/);
    await expect.poll(() => page.evaluate(() => Boolean(localStorage.getItem("token")))).toBe(true);
    expect(await channels.boundAccount(issuer, account)).toBe(account);

    await page.goto("/api/health");
    await context.clearCookies({ name: "authjs.session-token" });
    await page.evaluate(() => localStorage.clear());
    await page.goto(link);
    await expect(page.getByText(t("errors.tokenLoginRefused")).first()).toBeVisible();
    await expect(page).toHaveURL(/\/login/);
    expect(page.url()).not.toContain("jwt");
  });

  test("meant for somebody else are refused in words, and nobody is made", async ({ page, t }) => {
    const account = `j${v7().replaceAll("-", "").slice(-10)}`;
    await page.goto(`/personal/chat?jwt=${await tokenFor(account, "another")}`);
    await expect(page.getByText(t("errors.tokenLoginRefused")).first()).toBeVisible();
    expect(await channels.boundAccount(issuer, account)).toBeUndefined();
  });
});
