import { detectEnvironment } from "@/lib/auth/environment";

const WINDOWS =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36";
const PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148";

it.each([
  ["", "", "browser"],
  [WINDOWS, "", "browser"],
  [`${WINDOWS} Edg/126.0`, "", "browser"],
  ["Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/127.0", "", "browser"],
  [`${WINDOWS} wxwork/4.1.22 (MicroMessenger/6.2) WindowsWechat`, "", "enterprise-chat"],
  [`${PHONE} wxwork/4.1.20 MicroMessenger/7.0.1 Language/zh`, "", "enterprise-chat"],
  [`${PHONE} MicroMessenger/8.0.49 NetType/WIFI`, "", "social-chat"],
  [`${WINDOWS} MicroMessenger/7.0.20 WindowsWechat`, "", "social-chat"],
  [`${PHONE} AliApp(DingTalk/7.5.0) com.laiwang.DingTalk`, "", "dingtalk"],
  [`${WINDOWS} DingTalk(7.1.0) nw`, "", "dingtalk"],
  [`${WINDOWS} Lark/7.9.5 LarkLocale/zh_CN`, "", "lark"],
  [`${PHONE} Feishu/7.1`, "", "lark"],
  [`${WINDOWS} Teams/24165.1414 Electron`, "", "teams"],
  [`${PHONE} TeamsMobile-iOS`, "", "teams"],
  [WINDOWS, "https://work.weixin.qq.com/wework_admin", "enterprise-chat"],
  [WINDOWS, "https://im.dingtalk.com/", "dingtalk"],
  [WINDOWS, "https://team.feishu.cn/docs", "lark"],
  [WINDOWS, "https://x.larksuite.com/", "lark"],
  [WINDOWS, "https://teams.microsoft.com/_#/apps", "teams"],
  [WINDOWS, "https://teams.cloud.microsoft/", "teams"],
  [WINDOWS, "https://dingtalk.com.evil.test/", "browser"],
  [WINDOWS, "https://notdingtalk.com/", "browser"],
  [WINDOWS, "http://im.dingtalk.com/", "browser"],
  [WINDOWS, "not an address", "browser"],
  [`${WINDOWS} Lark/7.9.5`, "https://im.dingtalk.com/", "lark"],
])("%j from %j is %s", (userAgent, referrer, environment) => {
  expect(detectEnvironment(userAgent, referrer)).toBe(environment);
});
