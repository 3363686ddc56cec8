import { detectEnvironment } from "@/lib/auth/environment";

const KIT = "AppleWebKit/537.36 (KHTML, like Gecko)";
const WINDOWS = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${KIT} Chrome/126.0.0.0 Safari/537.36`;
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KIT} Chrome/126.0.0.0 Safari/537.36`;
const PHONE =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148";
const ANDROID = `Mozilla/5.0 (Linux; Android 13; V2183A Build/TP1A; wv) ${KIT} Version/4.0 Chrome/116.0 Mobile Safari/537.36`;

describe("by user agent", () => {
  it.each([
    ["", "browser"],
    [WINDOWS, "browser"],
    [`${WINDOWS} Edg/126.0.2592.87`, "browser"],
    [`${PHONE} Version/17.0 Safari/604.1`, "browser"],
    ["Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "browser"],
    [
      `${WINDOWS} wxwork/4.1.22 (MicroMessenger/6.2) WindowsWechat MailPlugin_Electron WeMail embeddisk`,
      "enterprise-chat",
    ],
    [`${MAC} wxwork/4.1.20 (MicroMessenger/6.2) WeChat/2.0.4`, "enterprise-chat"],
    [`${PHONE} wxwork/4.1.20 MicroMessenger/7.0.1 Language/zh ColorScheme/Light`, "enterprise-chat"],
    [`${ANDROID} wxwork/4.1.9 MicroMessenger/7.0.1 NetType/WIFI Language/zh`, "enterprise-chat"],
    [`${WINDOWS} wxworklocal/2.7.0 (MicroMessenger/6.2)`, "enterprise-chat"],
    [`${PHONE} MicroMessenger/8.0.49(0x18003130) NetType/WIFI Language/zh_CN`, "social-chat"],
    [`${WINDOWS} NetType/WIFI MicroMessenger/7.0.20.1781(0x6700143B) WindowsWechat(0x63090a13)`, "social-chat"],
    [`${MAC} MicroMessenger/6.8.0(0x16080000) NetType/WIFI MacWechat/3.8.7(0x13080712)`, "social-chat"],
    [`${PHONE} AliApp(DingTalk/7.5.0) com.laiwang.DingTalk/33655333 Channel/201200 language/zh-Hans-CN`, "dingtalk"],
    [`${ANDROID} AliApp(DingTalk/7.1.0) com.alibaba.android.rimet/31480440 Channel/227200`, "dingtalk"],
    [`${MAC} DingTalk(7.5.0-macOS-31101090) nw Channel/201200`, "dingtalk"],
    [`${WINDOWS} dingtalk-win/1.0.0 nw(0.14.7) DingTalk(7.5.5-Release.3109104) Mojo/1.0.0 Native`, "dingtalk"],
    [`${PHONE} DingTalk-Flutter/7.0.10`, "dingtalk"],
    [`${WINDOWS} Lark/7.9.5 LarkLocale/zh_CN ChannelName/Feishu`, "lark"],
    [`${MAC} Electron/12 Lark/6.11.14 LarkLocale/en_US SDK-Version/6.11.3`, "lark"],
    [`${PHONE} Lark/7.1.0 LarkLocale/zh_CN ChannelName/Feishu`, "lark"],
    [`${ANDROID} Feishu/7.1`, "lark"],
    [`${WINDOWS} Teams/1.6.00.24078 Electron/19.1.8`, "teams"],
    [`${WINDOWS} Edg/120.0.2210.91 Teams/23320.3027.2591.1505/49`, "teams"],
    [`${MAC} Edg/121.0.2277.83 Teams/24033.813.2773.520/49`, "teams"],
    [`${PHONE} TeamsMobile-iOS`, "teams"],
    [`${ANDROID} TeamsMobile-Android`, "teams"],
  ])("%j is %s", (userAgent, environment) => {
    expect(detectEnvironment(userAgent)).toBe(environment);
  });

  it.each([
    "DingTalkBot-LinkService/1.0 (+https://open-doc.dingtalk.com/)",
    `${WINDOWS} NotDingTalk/7.0`,
    `${WINDOWS} Larkspur/2.0`,
    `${WINDOWS} LarkLocale/zh_CN`,
    `${WINDOWS} TeamSpeak/3.5 Teamsters/1`,
    `${WINDOWS} ateams/24165`,
    `${WINDOWS} wxworker/4.1`,
    `${WINDOWS} MicroMessengers`,
    "Teams",
  ])("%j only looks like a client", (userAgent) => {
    expect(detectEnvironment(userAgent)).toBe("browser");
  });
});

describe("by referrer", () => {
  it.each([
    ["https://work.weixin.qq.com/wework_admin", "enterprise-chat"],
    ["https://doc.work.weixin.qq.com/", "enterprise-chat"],
    ["https://im.dingtalk.com/", "dingtalk"],
    ["https://DingTalk.com/", "dingtalk"],
    ["https://team.feishu.cn/docs", "lark"],
    ["https://x.larksuite.com/", "lark"],
    ["https://x.larkoffice.com/wiki", "lark"],
    ["https://teams.microsoft.com/_#/apps", "teams"],
    ["https://teams.cloud.microsoft/", "teams"],
    ["https://teams.live.com/v2/", "teams"],
    ["https://gov.teams.microsoft.us/", "teams"],
    ["https://teams.microsoftonline.cn/", "teams"],
    // A plain browser on its way back from single sign-on.
    ["https://login.work.weixin.qq.com/wwlogin/sso/login", "browser"],
    ["https://login.dingtalk.com/oauth2/challenge.htm", "browser"],
    ["https://accounts.feishu.cn/", "browser"],
    ["https://passport.larksuite.com/", "browser"],
    ["https://login.microsoftonline.com/", "browser"],
    // Other hosts of the same makers are no clients we sign people in from.
    ["https://outlook.office.com/mail", "browser"],
    ["https://m365.cloud.microsoft/", "browser"],
    ["https://weixin.qq.com/", "browser"],
    ["https://dingtalk.com.evil.test/", "browser"],
    ["https://notdingtalk.com/", "browser"],
    ["https://teams.microsoft.com.evil.test/", "browser"],
    ["https://evil.test/teams.microsoft.com", "browser"],
    ["https://teams.microsoft.com@evil.test/", "browser"],
    ["https://fakefeishu.cn/", "browser"],
    ["http://im.dingtalk.com/", "browser"],
    ["not an address", "browser"],
    ["", "browser"],
  ])("%j is %s", (referrer, environment) => {
    expect(detectEnvironment(WINDOWS, referrer)).toBe(environment);
  });

  it("says less than the user agent", () => {
    expect(detectEnvironment(`${WINDOWS} Lark/7.9.5`, "https://im.dingtalk.com/")).toBe("lark");
    expect(detectEnvironment(`${PHONE} MicroMessenger/8.0.49`, "https://teams.microsoft.com/")).toBe("social-chat");
  });
});
