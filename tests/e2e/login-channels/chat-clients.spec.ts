import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { startDingtalkServer } from "../../fakes/dingtalk-server";
import { startLarkServer } from "../../fakes/lark-server";
import { startWecomServer } from "../../fakes/wecom-server";
import { LoginPage } from "../../pages/login-page";
import { expect, inBothLanguages, type Texts, test } from "../../setup/e2e";
import { openLoginChannels } from "../../setup/e2e-login-channels";

// One channel a client sends its people away by itself, so the journeys share it: one worker, one after the other.
test.describe.configure({ mode: "default" });

type Kind = "wecom" | "dingtalk" | "lark";
interface Client {
  kind: Kind;
  userAgent: string;
  /** Where the client's own page is, inside it and in a browser. */
  inside: RegExp;
  outside: RegExp;
}
const CLIENTS: Client[] = [
  {
    kind: "wecom",
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; WOW64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 wxwork/4.1.36 (MicroMessenger/6.2) WindowsWechat",
    inside: /\/connect\/oauth2\/authorize\?/,
    outside: /\/wwlogin\/sso\/login\?/,
  },
  {
    kind: "dingtalk",
    userAgent:
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 dingtalk-win/1.0.0 nw(0.14.7) DingTalk(7.5.5-Release.3109104)",
    inside: /\/oauth2\/auth\?/,
    outside: /\/oauth2\/auth\?/,
  },
  {
    kind: "lark",
    userAgent:
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/122.0.0.0 Safari/537.36 Lark/7.9.5 LarkLocale/zh_CN",
    inside: /\/open-apis\/authen\/v1\/authorize\?/,
    outside: /\/open-apis\/authen\/v1\/authorize\?/,
  },
];

interface Peer {
  name: string;
  /** Somebody new at the chat client, who confirms the next sign-in. Answers the account they will have. */
  newPerson(): string;
  stop(): Promise<void>;
}

let channels: Awaited<ReturnType<typeof openLoginChannels>>;
const peers = {} as Record<Kind, Peer>;
const redirectBase = "http://127.0.0.1:";
const newName = (kind: Kind) => `${kind}-${randomBytes(6).toString("hex")}`;

test.beforeAll(async () => {
  channels = await openLoginChannels();
  const provisioning = { roleIds: [await channels.roleId("staff")] };
  const open = (kind: Kind, channel: Pick<Parameters<typeof channels.make>[0], "settings" | "secrets" | "app">) => {
    const name = newName(kind);
    return channels.make({ kind, name, provisioning, sort: -1, ...channel }).then(() => name);
  };

  const wecom = await startWecomServer({ redirectBase });
  const { corpId, appSecret, agentId } = wecom.settings;
  peers.wecom = {
    name: await open("wecom", {
      settings: { corpId, apiBase: wecom.url, webBase: wecom.url, clientBase: wecom.url },
      secrets: { appSecret },
      app: { appId: agentId },
    }),
    newPerson: () => {
      const userid = newName("wecom");
      wecom.add({ userid });
      wecom.signedIn(userid);
      return userid;
    },
    stop: wecom.stop,
  };

  const dingtalk = await startDingtalkServer({ redirectBase });
  peers.dingtalk = {
    name: await open("dingtalk", {
      settings: {
        corpId: dingtalk.settings.corpId,
        apiBase: dingtalk.url,
        oapiBase: dingtalk.url,
        loginBase: dingtalk.url,
      },
      secrets: { appSecret: dingtalk.settings.appSecret },
      app: { appId: dingtalk.settings.appKey },
    }),
    newPerson: () => {
      const userid = newName("dingtalk");
      dingtalk.add({ userid });
      dingtalk.signedIn(userid);
      return userid;
    },
    stop: dingtalk.stop,
  };

  const lark = await startLarkServer({ redirectBase });
  peers.lark = {
    name: await open("lark", {
      settings: { tenantKey: lark.settings.tenantKey, apiBase: lark.url, accountsBase: lark.url },
      secrets: { appSecret: lark.settings.appSecret },
      app: { appId: lark.settings.appId },
    }),
    newPerson: () => {
      const user_id = newName("lark");
      lark.add({ union_id: `on_${user_id}`, user_id });
      lark.signedIn(`on_${user_id}`);
      return user_id;
    },
    stop: lark.stop,
  };
});

test.afterAll(async () => {
  await channels?.close();
  for (const peer of Object.values(peers)) await peer.stop();
});

/** The chat client's own page, which speaks English whatever we do. */
const answerThere = (page: Page, answer: "Allow" | "Cancel") => page.getByRole("button", { name: answer }).click();

async function accountOf(page: Page): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem("token"));
  const response = await page.request.get("/api/admin/user/self-info", { headers: { authorization: token ?? "" } });
  return ((await response.json()) as { data: { account: string } }).data.account;
}

async function logOut(page: Page, t: Texts): Promise<void> {
  await page.getByRole("button", { name: t("nav.userMenu.open") }).click();
  await page.getByRole("menuitem", { name: t("nav.userMenu.logout") }).click();
}

inBothLanguages("chat clients", () => {
  for (const { kind, userAgent, inside, outside } of CLIENTS) {
    test.describe(`inside ${kind}`, () => {
      test.use({ userAgent });

      test("a guest is signed in by itself, at the page that was asked for; signing out stays", async ({ page, t }) => {
        const account = peers[kind].newPerson();
        await page.goto("/personal/chat");
        await expect(page).toHaveURL(inside);
        await answerThere(page, "Allow");
        await expect(page).toHaveURL(/\/personal\/chat$/);
        await expect(page.getByRole("button", { name: t("nav.userMenu.open") })).toBeVisible();
        expect(await accountOf(page)).toBe(account);

        await logOut(page, t);
        const login = new LoginPage(page, t);
        await expect(login.submit).toBeVisible();
        await expect(page).toHaveURL(/\/login(\?|$)/);
        await page.goto("/personal/chat");
        await expect(login.submit).toBeVisible();
        await expect(page).toHaveURL(/\/login\?redirectUrl=%2Fpersonal%2Fchat$/);
      });

      test("who cancels gets the login page with the reason, and is not sent away again", async ({ page, t }) => {
        peers[kind].newPerson();
        await page.goto("/personal/chat");
        await expect(page).toHaveURL(inside);
        await answerThere(page, "Cancel");
        await expect(new LoginPage(page, t).submit).toBeVisible();
        await expect(page.getByText(t("errors.channelDenied")).first()).toBeVisible();
        await expect(page).toHaveURL(/\/login/);
      });
    });

    test(`in a plain browser ${kind} is a link on the login page`, async ({ page, t }) => {
      const account = peers[kind].newPerson();
      await page.goto("/user/info");
      await expect(page).toHaveURL(/\/login\?redirectUrl=/);
      await page.getByRole("link", { name: peers[kind].name }).click();
      await expect(page).toHaveURL(outside);
      await answerThere(page, "Allow");
      await expect(page).toHaveURL(/\/user\/info$/);
      await expect(page.getByRole("button", { name: t("nav.userMenu.open") })).toBeVisible();
      expect(await accountOf(page)).toBe(account);
    });
  }
});
