// The part `usage` of `bench:knowledge`: the screen of a base's use over a million answers, which are made by the database.

import { atMost, get, makeBase, ms, quantile, row } from "./knowledge-product.mjs";
import { median } from "./lib.mjs";

/** Twice the longest period: the one before it is read as well. */
const DAYS = 180;
const ANSWERS = { postgres: 1_000_000, pglite: 100_000 };
const PEOPLE = 2000;
const DEPARTMENTS = 30;
const FILES = 500;
/** Slices of the base, and those a day's answers use. */
const SLICES = 10_000;
const USED_A_DAY = 3000;
const QUESTIONS = 20_000;
const GOAL_MS = 300;

/** Answers of one base with what is counted from them, as the recorder leaves it. */
const FILL = [
  `insert into users (id, account, name, password_hash)
   select gen_random_uuid(), 'asker ' || n, 'asker ' || n, 'none' from generate_series(1, $2::int) n where $1::uuid is not null`,
  `with people as (select array_agg(id) ids from users where account like 'asker %'),
     units as (select array_agg(gen_random_uuid()) ids from generate_series(1, ${DEPARTMENTS}))
   insert into knowledge_answers (message_id, base_id, user_id, department_id, app, day, answered_at, outcome, cited, supported,
     cost_micros, feedback, feedback_reason, question_key)
   select gen_random_uuid(), $1, people.ids[1 + (who * ${PEOPLE - 1})::int], units.ids[1 + (who * ${DEPARTMENTS - 1})::int],
     'knowledge', moment::date, moment, case when luck < 0.08 then 'notFound' else 'answered' end, 3, 3, 2000,
     case when luck > 0.9 then 'like' when luck between 0.08 and 0.11 then 'dislike' end,
     case when luck between 0.08 and 0.11 then (array['wrong', 'incomplete', 'off_topic', 'outdated'])[1 + (who * 3)::int] end,
     'question ' || (${QUESTIONS} * power(words, 3))::int
   from people, units, (select now() - random() * interval '${DAYS} days' as moment, random() who, random() luck, random() words
     from generate_series(1, $2::int)) made`,
  `insert into knowledge_days (base_id, day, department_id, questions, answered, not_found, cited, supported, likes, dislikes, cost_micros)
   select base_id, day, department_id, count(*), count(*) filter (where outcome = 'answered'),
     count(*) filter (where outcome = 'notFound'), sum(cited), sum(supported), count(*) filter (where feedback = 'like'),
     count(*) filter (where feedback = 'dislike'), sum(cost_micros)
   from knowledge_answers where base_id = $1 and $2::int > 0 group by 1, 2, 3`,
  `insert into knowledge_askers (base_id, day, user_id, department_id)
   select distinct base_id, day, user_id, department_id from knowledge_answers where base_id = $1 and $2::int > 0`,
  `insert into knowledge_questions (base_id, day, question_key, questions, answered, message_id)
   select base_id, day, question_key, count(*), count(*) filter (where outcome = 'answered'), (array_agg(message_id))[1]
   from knowledge_answers where base_id = $1 and $2::int > 0 group by 1, 2, 3`,
  `insert into knowledge_askers (base_id, grain, day, user_id, department_id)
   select distinct base_id, 'month', date_trunc('month', day)::date, user_id, department_id from knowledge_askers
   where base_id = $1 and $2::int > 0`,
  `insert into knowledge_questions (base_id, grain, day, question_key, questions, answered, message_id)
   select base_id, 'month', date_trunc('month', day)::date, question_key, sum(questions), sum(answered), (array_agg(message_id))[1]
   from knowledge_questions where base_id = $1 and $2::int > 0 group by 1, 3, 4`,
  `insert into knowledge_findings (id, base_id, kind, causes, is_by_asker, asker_id, department_id, reason, asked_at)
   select gen_random_uuid(), base_id, 'wrong', case when feedback = 'dislike' then array['dislike'] else array['notFound'] end,
     feedback is not null, user_id, department_id, feedback_reason, answered_at
   from knowledge_answers where base_id = $1 and $2::int > 0 and (outcome = 'notFound' or feedback = 'dislike')`,
  `with made as (
     select gen_random_uuid() id, gen_random_uuid() file_id, gen_random_uuid() version_id, n from generate_series(1, ${FILES}) n),
   filed as (
     insert into files (id, owner_id, name, status, current_version_id)
     select file_id, owner_id, 'file ' || n || '.txt', 'uploaded', version_id
     from made join knowledge_bases on knowledge_bases.id = $1 returning 1),
   versioned as (
     insert into file_versions (id, file_id, sha256, size, type, storage_key)
     select version_id, file_id, version_id::text, n, 'text/plain', version_id::text from made returning 1)
   insert into knowledge_files (id, base_id, file_id, status, ready_version_id, slice_count)
   select id, $1, file_id, 'ready', version_id, ${SLICES / FILES} from made where $2::int > 0`,
  `with own as (select array_agg(id) ids from knowledge_files where base_id = $1)
   insert into slice_uses (base_id, day, knowledge_file_id, slice_key, hits, cited)
   select $1, current_date - back, own.ids[1 + slice % ${FILES}], 'slice ' || slice, 5, (slice % 3)
   from own, generate_series(0, ${DAYS}) back,
     lateral (select distinct (${SLICES} * power(random(), 2))::int slice from generate_series(1, ${USED_A_DAY}) where back >= 0) used
   where $2::int > 0`,
  `insert into slice_uses (base_id, day, knowledge_file_id, slice_key, hits, cited)
   select base_id, day, knowledge_file_id, '', sum(hits), sum(cited) from slice_uses
   where base_id = $1 and $2::int > 0 group by 1, 2, 3`,
  `insert into slice_uses (base_id, grain, day, knowledge_file_id, slice_key, hits, cited)
   select base_id, 'month', date_trunc('month', day)::date, knowledge_file_id, slice_key, sum(hits), sum(cited) from slice_uses
   where base_id = $1 and $2::int > 0 group by 1, 3, 4, 5`,
];

/** Fills the counters of an empty base. */
export async function fillUsage(pool, baseId, answers) {
  for (const [step, statement] of FILL.entries()) await pool.query(statement, [baseId, step === 0 ? PEOPLE : answers]);
  await pool.query("analyze");
}

/** The screen of a base's use, warm; from the counters alone. */
export async function usage(at) {
  const answers = ANSWERS[at.engine] / (at.isQuick ? 10 : 1);
  const baseId = await makeBase(at, { name: "of much use" });
  await fillUsage(at.pool, baseId, answers);
  const rows = [];
  for (const days of [7, 30, 90]) {
    const times = [];
    for (let round = -3; round < (at.isQuick ? 10 : 30); round++) {
      const begin = performance.now();
      const { now } = await get(at, `/knowledge-operations/bases/${baseId}/usage?days=${days}`);
      if (now.questions === 0) throw new Error("nothing is counted");
      if (round >= 0) times.push(performance.now() - begin);
    }
    const name = `${answers} answers, ${days} days`;
    rows.push(row(`${name}, median`, ms(median(times)), "", true));
    const p95 = quantile(times, 0.95);
    if (at.engine === "postgres") rows.push(atMost(`${name}, p95`, p95, GOAL_MS));
    else rows.push(row(`${name}, p95`, ms(p95), "", true));
  }
  return rows;
}
