import { levelsOf, weeksOf } from "@/components/features/reports/own/heat";
import { addDays, startOfDay } from "@/lib/config/time";
import { pictureSize } from "@/lib/files/picture-size";

const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ day: addDays(from, index), tokens: index, calls: 1 }));

describe("weeks of the heat map", () => {
  it("begin on Monday and name a month where its first day stands", () => {
    // 25 November 2026 is a Wednesday.
    const weeks = weeksOf(days("2026-11-25", 14));
    expect(weeks.map(({ key, month }) => [key, month])).toEqual([
      ["2026-11-25", null],
      ["2026-11-30", "2026-12-01"],
      ["2026-12-07", null],
    ]);
    expect(weeks[0]?.days.map((day) => day?.day ?? null)).toEqual([
      null,
      null,
      "2026-11-25",
      "2026-11-26",
      "2026-11-27",
      "2026-11-28",
      "2026-11-29",
    ]);
    expect(weeks.flatMap((week) => week.days).filter(Boolean)).toHaveLength(14);
  });
});

describe("levels of the heat map", () => {
  it("go by rank, so that one busy day leaves the others apart", () => {
    const levelOf = levelsOf([0, 1, 2, 3, 1_000_000]);
    expect([0, 1, 2, 3, 1_000_000].map(levelOf)).toEqual(
      [0, 1, 2, 3, 4].map((level) => (level === 0 ? 0 : (expect.any(Number) as number))),
    );
    expect(levelOf(1)).toBeLessThan(levelOf(3));
    expect(levelOf(1_000_000)).toBe(4);
    expect(levelsOf([])(0)).toBe(0);
    expect(levelsOf([5])(5)).toBe(4);
  });
});

describe("the beginning of a day", () => {
  it.each([
    ["2026-11-23", "Asia/Shanghai", "2026-11-22T16:00:00.000Z"],
    ["2026-11-23", "UTC", "2026-11-23T00:00:00.000Z"],
    ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
    ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
    ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
    ["2026-11-02", "America/New_York", "2026-11-02T05:00:00.000Z"],
    ["2026-06-01", "Asia/Kolkata", "2026-05-31T18:30:00.000Z"],
  ])("%s in %s is %s", (day, zone, moment) => expect(startOfDay(day, zone).toISOString()).toBe(moment));
});

describe("the size in a picture's head", () => {
  it("is read of PNG and JPEG, and is none of anything else", () => {
    const png = Buffer.alloc(24);
    png.writeUInt32BE(0x89504e47, 0);
    png.writeUInt32BE(640, 16);
    png.writeUInt32BE(480, 20);
    const table = Buffer.from([0xff, 0xdb, 0x00, 0x04, 0x00, 0x00]);
    const frame = Buffer.from([0xff, 0xc2, 0x00, 0x11, 0x08, 0x01, 0xe0, 0x02, 0x80, 0x03, 0x00, 0x00]);
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8]), table, frame]);
    expect(pictureSize(png)).toEqual({ width: 640, height: 480 });
    expect(pictureSize(jpeg)).toEqual({ width: 640, height: 480 });
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from("GIF89a"),
      jpeg.subarray(0, 6),
      Buffer.from([0xff, 0xd8, 1, 2]),
    ]) {
      expect(pictureSize(bytes)).toBeNull();
    }
    // A length of nothing must not be walked for ever.
    expect(pictureSize(Buffer.from([0xff, 0xd8, ...Array.from({ length: 40 }, () => 0xff)]))).toBeNull();
  });
});
