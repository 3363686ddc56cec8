import { z } from "zod";
import { defineJob } from "@/lib/jobs/define";

it("knows which jobs the clock alone puts into their queue: nobody waits for those", () => {
  const common = { name: "test", attempts: 1, run: async () => undefined };
  const schedule = "* * * * *";
  const payload = z.object({ id: z.string() });
  const [clock, told, both] = [
    defineJob({ ...common, schedule }),
    defineJob({ ...common, payload }),
    defineJob({ ...common, schedule, payload }),
  ];
  expect([clock.isClockwork, told.isClockwork, both.isClockwork]).toEqual([true, false, false]);
});
