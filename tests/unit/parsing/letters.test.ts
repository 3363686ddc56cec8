import { letters } from "@/lib/parsing/worker/pdf/letters.mjs";

it("takes radicals and drawn shapes as the characters people type, and changes no length", () => {
  const drawn = "费⽤⽐上⼀年增⻓，⻋⻔⻚⻢⻰⻳ \ufedf ﷺ fi";
  const typed = letters(drawn);
  expect(typed).toBe("费用比上一年增长，车门页马龙龟 \u0644 ﷺ fi");
  expect(typed).toHaveLength(drawn.length);
});
