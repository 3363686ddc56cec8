const HOUR = 3_600_000;
/** A server that was off at the hour makes up for it, but not in the middle of the working day. */
const LATE_HOURS = 5;

/** The hour of a day at a moment in a time zone. */
function hourIn(timeZone: string, moment: Date): number {
  const format = new Intl.DateTimeFormat("en-GB", { timeZone, hour: "numeric", hourCycle: "h23" });
  return Number(format.format(moment));
}

/** Whether the hour for daily work has come, or was missed a few hours ago, and none began since. */
export function isHourDue(hour: number, timeZone: string, now: Date, last: Date | null): boolean {
  for (let late = 0; late <= LATE_HOURS; late++) {
    const moment = new Date(now.getTime() - late * HOUR);
    if (hourIn(timeZone, moment) !== hour) continue;
    // Half an hour of play: jobs begin some seconds early or late, zones lie half an hour apart.
    return last === null || last.getTime() < moment.getTime() - HOUR / 2;
  }
  return false;
}
