import { LOCALES } from "@/lib/i18n/locales";
import { loadMessages } from "@/lib/i18n/messages";
import { CODE_GROUPS, parentCode, permissionCatalogue } from "@/lib/permissions/catalogue";
import { isLinkCode, PERMISSION_CODES } from "@/lib/permissions/codes";
import { ROUTES } from "@/lib/permissions/routes";
import en from "@/messages/en_US/roles.json";
import zh from "@/messages/zh_CN/roles.json";

const catalogue = permissionCatalogue();
const all = catalogue.flatMap(({ codes }) => codes);

describe("the permission tree", () => {
  it("holds every code once, under a heading both languages name", () => {
    expect(all.map(({ code }) => code).toSorted()).toEqual([...PERMISSION_CODES].toSorted());
    for (const group of CODE_GROUPS) {
      expect(zh.groups[group]).toBeTruthy();
      expect(en.groups[group]).toBeTruthy();
    }
  });

  it("has a name and a line of text for every code in both languages", async () => {
    for (const locale of LOCALES) {
      const texts = (await loadMessages(locale)).codes;
      expect(Object.keys(texts).toSorted()).toEqual([...PERMISSION_CODES].toSorted());
      for (const { name, hint } of Object.values(texts)) expect([name, hint].every(Boolean)).toBe(true);
    }
  });

  it("shows for each code exactly the screens the route registry opens with it", async () => {
    const titles = (await loadMessages("en_US")).screens;
    for (const { code, screens } of all) {
      const routes = ROUTES.filter(
        (route) => !route.redirect && Array.isArray(route.codes) && route.codes.includes(code),
      );
      expect([code, screens.map(({ key }) => key)]).toEqual([code, routes.map(({ key }) => key)]);
      for (const { key } of screens) expect(titles).toHaveProperty(key);
    }
  });

  it("puts codes under the nearest one above them", () => {
    expect(parentCode("KBCENTER:KB:MANAGE")).toBe("KBCENTER");
    expect(parentCode("SYSTEM:ORG:ROLE")).toBe("SYSTEM");
    expect(parentCode("USER")).toBeNull();
    expect(parentCode("PERSONAL:CHAT")).toBeNull();
  });
});

it.each([
  ["LINK:OA", true],
  ["LINK:A_1", true],
  ["LINK:A", false],
  ["LINK:oa", false],
  [`LINK:${"A".repeat(40)}`, true],
  [`LINK:${"A".repeat(41)}`, false],
  ["LINK:OA\n", false],
  ["SYSTEM", false],
])("%j is a link's code: %s", (code, expected) => {
  expect(isLinkCode(code)).toBe(expected);
});
