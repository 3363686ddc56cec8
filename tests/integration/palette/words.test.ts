import { bestMatches } from "@/lib/palette/match";
import { listPlaces } from "@/lib/palette/places";
import { makePerson, type Person } from "@/tests/factories/people";

/** What an administrator may type, and what has to be among the first that are offered: a place by its id, a screen by its end. */
const ZH: Record<string, string> = {
  双因素: "ownFactor",
  两步验证: "ownFactor",
  二维码: "ownFactor",
  强制两步验证: "settingsSecurity",
  令牌: "ownKeys",
  "API 密钥": "ownKeys",
  访问令牌: "api-manage",
  回收站: "baseTrash",
  "回收站 应用": "appTrash",
  已删除文档: "documentTrash",
  审计日志: "operation-log",
  谁改了: "operation-log",
  许可证: "license-manage",
  激活: "license-manage",
  组织架构: "dept-manage",
  离职: "user-manage",
  解锁: "user-manage",
  批量导入: "newUser",
  仪表盘: "dashboard",
  报表: "dashboard",
  配额: "gatewayBudgets",
  限流: "gatewayBudgets",
  负载均衡: "gatewayChannels",
  定价: "gatewayPrices",
  账单: "departmentUsage",
  屏蔽词: "reviewRules",
  合规: "reviewRules",
  扫码登录: "login-channel",
  目录同步: "login-channel",
  密码复杂度: "settingsSecurity",
  自助注册: "settingsLogin",
  邮件服务器: "settingsMail",
  灾备: "backups",
  数据保留: "privacyPolicies",
  侧边栏: "menu-manage",
  用户协议: "terms-of-use",
  提示词模板: "prompt-manage",
  聊天审计: "detail-record",
  监控: "system-preview",
  应用商店: "square",
  插件: "makeTool",
  嵌入模型: "modelDefaults",
};
const EN: Record<string, string> = {
  "two-factor": "ownFactor",
  "2fa": "ownFactor",
  "qr code": "ownFactor",
  mfa: "settingsSecurity",
  token: "ownKeys",
  "access token": "api-manage",
  trash: "baseTrash",
  "recycle bin": "baseTrash",
  "deleted apps": "appTrash",
  "deleted documents": "documentTrash",
  "audit trail": "operation-log",
  "who changed": "operation-log",
  "license activation": "license-manage",
  seats: "license-manage",
  "org chart": "dept-manage",
  offboarding: "user-manage",
  unlock: "user-manage",
  members: "user-manage",
  analytics: "dashboard",
  reports: "dashboard",
  "rate limit": "gatewayBudgets",
  failover: "gatewayChannels",
  "price list": "gatewayPrices",
  invoice: "departmentUsage",
  "banned words": "reviewRules",
  compliance: "reviewRules",
  scim: "login-channel",
  saml: "login-channel",
  "log in": "settingsLogin",
  "sign up": "settingsLogin",
  "mail server": "settingsMail",
  "disaster recovery": "backups",
  "data retention": "privacyPolicies",
  sidebar: "menu-manage",
  legal: "terms-of-use",
  "prompt library": "prompt-manage",
  transcripts: "detail-record",
  "health status": "system-preview",
  marketplace: "square",
  plugin: "makeTool",
  rbac: "role-manage",
  gdpr: "ownData",
};
/** As many are looked at as a person takes in. */
const SEEN = 5;

let administrator: Person;
let staff: Person;
beforeAll(async () => {
  administrator = await makePerson({ roles: ["administrator"] });
  staff = await makePerson();
});

test.each([
  ["zh_CN", ZH],
  ["en_US", EN],
] as const)("an administrator's words lead to where they are meant: %s", async (locale, words) => {
  const { items, screens } = await listPlaces(administrator.actor, locale);
  const known = [...items, ...screens.map((screen) => ({ ...screen, id: screen.href.split("/").at(-1)! }))];
  const missed = Object.entries(words).filter(
    ([word, id]) => !bestMatches(known, word, SEEN).entries.some((entry) => entry.id === id),
  );
  expect(missed).toEqual([]);
});

test("other words offer nobody a screen that is not theirs", async () => {
  const { items, screens } = await listPlaces(staff.actor, "zh_CN");
  expect(bestMatches([...items, ...screens], "强制两步验证", SEEN).entries).toEqual([]);
  expect(bestMatches(items, "回收站", SEEN).entries.map(({ id }) => id)).toContain("documentTrash");
});
