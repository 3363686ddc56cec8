import { sideOf } from "@/components/chat/mentions/side";

it("offers mentions where the whole list has room, above first", () => {
  expect(sideOf({ top: 700, bottom: 860 }, 900)).toBe("top");
  expect(sideOf({ top: 230, bottom: 320 }, 900)).toBe("bottom");
  expect(sideOf({ top: 345, bottom: 440 }, 900)).toBe("top");
  // A phone with its keyboard out: little room anywhere, more above.
  expect(sideOf({ top: 250, bottom: 340 }, 400)).toBe("top");
});
