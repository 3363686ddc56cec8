import { phoneText } from "@/components/features/organisation/phone-text";
import { readPhone } from "@/lib/text/phone";

describe("a phone number", () => {
  it.each([
    ["13800138000", "+8613800138000"],
    ["138 0013-8000", "+8613800138000"],
    ["１３８００１３８０００", "+8613800138000"],
    ["+86 138 0013 8000", "+8613800138000"],
    ["010-62771234", "+861062771234"],
    ["+44 20 7946 0958", "+442079460958"],
  ])("%s is stored as %s", (typed, stored) => expect(readPhone(typed)).toBe(stored));

  it.each(["1380013800", "12345678901", "138001380001", "call me", "13800138000 ext 5", "=1+1", ""])(
    "%s is none",
    (typed) => expect(readPhone(typed)).toBeNull(),
  );

  it("is read in its groups, and means the same when it is typed back", () => {
    expect(phoneText("+8613800138000")).toBe("138 0013 8000");
    expect(readPhone(phoneText("+8613800138000"))).toBe("+8613800138000");
    expect(phoneText("+442079460958")).toBe("+442079460958");
    expect(phoneText(null)).toBe("");
  });
});
