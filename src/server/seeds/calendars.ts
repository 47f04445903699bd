import type { CalendarException } from '#shared/base/working-days.ts'

/** Countries in which the dates of the Islamic feasts depend on the sighting of the moon. */
const seenByMoon: ReadonlySet<string> = new Set(['BD', 'IN', 'PK', 'LK'])
const moonDependent = /^(Eid|Ashura|Muharram|Milad)/

/**
 * Working days, public holidays and make-up days of 2026 and 2027 in the countries of suppliers and offices. The records
 * mark a date as provisional unless law fixes it or an authority has announced it. Provisional are the Islamic feasts of
 * Bangladesh, India, Pakistan and Sri Lanka, which depend on the sighting of the moon, and China's exchanged days of 2027,
 * which were not announced at the time of writing. China's days of 2027 follow the general rule (eight days from the eve
 * of Spring Festival, five from 1 May, seven from 1 October), with make-up days on their usual dates; those of 2026 are
 * from the State Council's notice. Where the law moves a holiday off a weekend, its substitute day is included.
 */
export const calendars = [
  calendar('CN', 'China', '中国', weekdays, [
    ...span('2026-01-01', 3, 'New Year’s Day', '元旦'),
    ...span('2026-02-15', 9, 'Spring Festival', '春节'),
    ...span('2026-04-04', 3, 'Qingming Festival', '清明节'),
    ...span('2026-05-01', 5, 'Labour Day', '劳动节'),
    ...span('2026-06-19', 3, 'Dragon Boat Festival', '端午节'),
    ...span('2026-09-25', 3, 'Mid-Autumn Festival', '中秋节'),
    ...span('2026-10-01', 7, 'National Day', '国庆节'),
    ...makeUp('New Year’s Day', '元旦', '2026-01-04'),
    ...makeUp('Spring Festival', '春节', '2026-02-14', '2026-02-28'),
    ...makeUp('Labour Day', '劳动节', '2026-05-09'),
    ...makeUp('National Day', '国庆节', '2026-09-20', '2026-10-10'),
    day('2027-01-01', 'New Year’s Day', '元旦'),
    ...span('2027-02-05', 4, 'Spring Festival', '春节'),
    day('2027-04-05', 'Qingming Festival', '清明节'),
    ...span('2027-05-01', 2, 'Labour Day', '劳动节'),
    day('2027-06-09', 'Dragon Boat Festival', '端午节'),
    day('2027-09-15', 'Mid-Autumn Festival', '中秋节'),
    ...span('2027-10-01', 3, 'National Day', '国庆节'),
    ...provisional([
      ...span('2027-02-09', 4, 'Spring Festival (expected)', '春节（预计）'),
      ...makeUp('Spring Festival (expected)', '春节（预计）', '2027-01-31', '2027-02-20'),
      ...span('2027-05-03', 3, 'Labour Day (expected)', '劳动节（预计）'),
      ...makeUp('Labour Day (expected)', '劳动节（预计）', '2027-05-08'),
      ...span('2027-10-04', 4, 'National Day (expected)', '国庆节（预计）'),
      ...makeUp('National Day (expected)', '国庆节（预计）', '2027-09-26', '2027-10-09'),
    ]),
  ]),
  calendar('HK', 'Hong Kong', '中国香港', weekdays, [
    day('2026-01-01', 'The first day of January', '一月一日'),
    ...span('2026-02-17', 3, 'Lunar New Year', '农历新年'),
    day('2026-04-03', 'Good Friday', '耶稣受难节'),
    day('2026-04-04', 'The day following Good Friday', '耶稣受难节翌日'),
    day('2026-04-06', 'The day following Ching Ming Festival', '清明节翌日'),
    day('2026-04-07', 'The day following Easter Monday', '复活节星期一翌日'),
    day('2026-05-01', 'Labour Day', '劳动节'),
    day('2026-05-25', 'The day following the Birthday of the Buddha', '佛诞翌日'),
    day('2026-06-19', 'Tuen Ng Festival', '端午节'),
    day('2026-07-01', 'Hong Kong SAR Establishment Day', '香港特别行政区成立纪念日'),
    day('2026-09-26', 'The day following Mid-Autumn Festival', '中秋节翌日'),
    day('2026-10-01', 'National Day', '国庆日'),
    day('2026-10-19', 'The day following Chung Yeung Festival', '重阳节翌日'),
    day('2026-12-25', 'Christmas Day', '圣诞节'),
    day('2026-12-26', 'The first weekday after Christmas Day', '圣诞节后首个工作日'),
    day('2027-01-01', 'The first day of January', '一月一日'),
    day('2027-02-06', 'Lunar New Year', '农历新年'),
    ...span('2027-02-08', 2, 'Lunar New Year', '农历新年'),
    day('2027-03-26', 'Good Friday', '耶稣受难节'),
    day('2027-03-27', 'The day following Good Friday', '耶稣受难节翌日'),
    day('2027-03-29', 'Easter Monday', '复活节星期一'),
    day('2027-04-05', 'Ching Ming Festival', '清明节'),
    day('2027-05-01', 'Labour Day', '劳动节'),
    day('2027-05-13', 'The Birthday of the Buddha', '佛诞'),
    day('2027-06-09', 'Tuen Ng Festival', '端午节'),
    day('2027-07-01', 'Hong Kong SAR Establishment Day', '香港特别行政区成立纪念日'),
    day('2027-09-16', 'The day following Mid-Autumn Festival', '中秋节翌日'),
    day('2027-10-01', 'National Day', '国庆日'),
    day('2027-10-08', 'Chung Yeung Festival', '重阳节'),
    day('2027-12-25', 'Christmas Day', '圣诞节'),
    day('2027-12-27', 'The first weekday after Christmas Day', '圣诞节后首个工作日'),
  ]),
  calendar('VN', 'Vietnam', '越南', sixDays, [
    day('2026-01-01', 'New Year’s Day', '元旦'),
    ...span('2026-02-16', 5, 'Tet', '春节'),
    day('2026-04-27', 'Hung Kings’ Day (substitute)', '雄王节补休'),
    day('2026-04-30', 'Reunification Day', '统一日'),
    day('2026-05-01', 'Labour Day', '劳动节'),
    ...span('2026-09-01', 2, 'National Day', '国庆日'),
    day('2027-01-01', 'New Year’s Day', '元旦'),
    ...span('2027-02-05', 5, 'Tet', '春节'),
    day('2027-04-16', 'Hung Kings’ Day', '雄王节'),
    day('2027-04-30', 'Reunification Day', '统一日'),
    day('2027-05-01', 'Labour Day', '劳动节'),
    ...span('2027-09-02', 2, 'National Day', '国庆日'),
  ]),
  calendar('BD', 'Bangladesh', '孟加拉国', sundayToThursday, [
    day('2026-02-21', 'Language Martyrs’ Day', '语言烈士日'),
    ...span('2026-03-19', 5, 'Eid al-Fitr', '开斋节'),
    day('2026-03-26', 'Independence Day', '独立日'),
    day('2026-04-14', 'Bengali New Year', '孟加拉新年'),
    day('2026-05-01', 'May Day', '劳动节'),
    ...span('2026-05-26', 6, 'Eid al-Adha', '宰牲节'),
    day('2026-06-26', 'Ashura', '阿舒拉节'),
    day('2026-08-26', 'Eid-e-Milad-un-Nabi', '圣纪节'),
    day('2026-12-16', 'Victory Day', '胜利日'),
    day('2026-12-25', 'Christmas Day', '圣诞节'),
    day('2027-02-21', 'Language Martyrs’ Day', '语言烈士日'),
    ...span('2027-03-09', 3, 'Eid al-Fitr', '开斋节'),
    day('2027-03-26', 'Independence Day', '独立日'),
    day('2027-04-14', 'Bengali New Year', '孟加拉新年'),
    day('2027-05-01', 'May Day', '劳动节'),
    ...span('2027-05-16', 3, 'Eid al-Adha', '宰牲节'),
    day('2027-06-16', 'Ashura', '阿舒拉节'),
    day('2027-08-15', 'Eid-e-Milad-un-Nabi', '圣纪节'),
    day('2027-12-16', 'Victory Day', '胜利日'),
    day('2027-12-25', 'Christmas Day', '圣诞节'),
  ]),
  calendar('IN', 'India', '印度', sixDays, [
    day('2026-01-26', 'Republic Day', '共和国日'),
    day('2026-03-04', 'Holi', '洒红节'),
    day('2026-03-21', 'Eid al-Fitr', '开斋节'),
    day('2026-04-03', 'Good Friday', '耶稣受难日'),
    day('2026-05-27', 'Eid al-Adha', '宰牲节'),
    day('2026-06-26', 'Muharram', '穆哈兰姆月'),
    day('2026-08-15', 'Independence Day', '独立日'),
    day('2026-08-26', 'Milad-un-Nabi', '圣纪节'),
    day('2026-10-02', 'Gandhi Jayanti', '甘地诞辰'),
    day('2026-10-20', 'Dussehra', '十胜节'),
    day('2026-11-08', 'Diwali', '排灯节'),
    day('2026-11-24', 'Guru Nanak’s Birthday', '古鲁那纳克诞辰'),
    day('2026-12-25', 'Christmas Day', '圣诞节'),
    day('2027-01-26', 'Republic Day', '共和国日'),
    day('2027-03-10', 'Eid al-Fitr', '开斋节'),
    day('2027-03-22', 'Holi', '洒红节'),
    day('2027-03-26', 'Good Friday', '耶稣受难日'),
    day('2027-05-17', 'Eid al-Adha', '宰牲节'),
    day('2027-06-16', 'Muharram', '穆哈兰姆月'),
    day('2027-08-15', 'Independence Day', '独立日'),
    day('2027-10-02', 'Gandhi Jayanti', '甘地诞辰'),
    day('2027-10-09', 'Dussehra', '十胜节'),
    day('2027-10-29', 'Diwali', '排灯节'),
    day('2027-11-14', 'Guru Nanak’s Birthday', '古鲁那纳克诞辰'),
    day('2027-12-25', 'Christmas Day', '圣诞节'),
  ]),
  calendar('PK', 'Pakistan', '巴基斯坦', sixDays, [
    day('2026-02-05', 'Kashmir Day', '克什米尔日'),
    ...span('2026-03-21', 3, 'Eid al-Fitr', '开斋节'),
    day('2026-05-01', 'Labour Day', '劳动节'),
    ...span('2026-05-27', 3, 'Eid al-Adha', '宰牲节'),
    ...span('2026-06-25', 2, 'Ashura', '阿舒拉节'),
    day('2026-08-14', 'Independence Day', '独立日'),
    day('2026-08-26', 'Eid Milad-un-Nabi', '圣纪节'),
    day('2026-11-09', 'Iqbal Day', '伊克巴尔日'),
    day('2026-12-25', 'Quaid-e-Azam Day', '真纳诞辰'),
    day('2027-02-05', 'Kashmir Day', '克什米尔日'),
    ...span('2027-03-10', 3, 'Eid al-Fitr', '开斋节'),
    day('2027-03-23', 'Pakistan Day', '巴基斯坦日'),
    day('2027-05-01', 'Labour Day', '劳动节'),
    ...span('2027-05-17', 3, 'Eid al-Adha', '宰牲节'),
    ...span('2027-06-15', 2, 'Ashura', '阿舒拉节'),
    day('2027-08-14', 'Independence Day', '独立日'),
    day('2027-08-15', 'Eid Milad-un-Nabi', '圣纪节'),
    day('2027-11-09', 'Iqbal Day', '伊克巴尔日'),
    day('2027-12-25', 'Quaid-e-Azam Day', '真纳诞辰'),
  ]),
  calendar('LK', 'Sri Lanka', '斯里兰卡', weekdays, [
    day('2026-01-15', 'Tamil Thai Pongal Day', '泰米尔丰收节'),
    day('2026-02-04', 'National Day', '国庆日'),
    day('2026-03-02', 'Madin Full Moon Poya Day', '三月月圆日'),
    day('2026-04-01', 'Bak Full Moon Poya Day', '四月月圆日'),
    day('2026-04-03', 'Good Friday', '耶稣受难日'),
    ...span('2026-04-13', 2, 'Sinhala and Tamil New Year', '僧伽罗与泰米尔新年'),
    ...span('2026-05-01', 2, 'Vesak', '卫塞节'),
    day('2026-05-28', 'Eid al-Adha', '宰牲节'),
    day('2026-06-29', 'Poson Full Moon Poya Day', '六月月圆日'),
    day('2026-07-29', 'Esala Full Moon Poya Day', '七月月圆日'),
    day('2026-08-26', 'Milad-un-Nabi', '圣纪节'),
    day('2026-08-27', 'Nikini Full Moon Poya Day', '八月月圆日'),
    day('2026-11-24', 'Il Full Moon Poya Day', '十一月月圆日'),
    day('2026-12-23', 'Unduvap Full Moon Poya Day', '十二月月圆日'),
    day('2026-12-25', 'Christmas Day', '圣诞节'),
    day('2027-01-15', 'Tamil Thai Pongal Day', '泰米尔丰收节'),
    day('2027-02-04', 'National Day', '国庆日'),
    day('2027-03-26', 'Good Friday', '耶稣受难日'),
    ...span('2027-04-13', 2, 'Sinhala and Tamil New Year', '僧伽罗与泰米尔新年'),
    ...span('2027-05-20', 2, 'Vesak', '卫塞节'),
    day('2027-12-25', 'Christmas Day', '圣诞节'),
  ]),
  calendar('KH', 'Cambodia', '柬埔寨', sixDays, [
    day('2026-01-01', 'International New Year Day', '元旦'),
    day('2026-01-07', 'Victory over Genocide Day', '战胜种族屠杀纪念日'),
    day('2026-03-08', 'International Women’s Day', '国际妇女节'),
    ...span('2026-04-14', 3, 'Khmer New Year', '高棉新年'),
    day('2026-05-01', 'Labour Day', '劳动节'),
    day('2026-05-14', 'King’s Birthday', '国王诞辰'),
    day('2026-09-24', 'Constitution Day', '宪法日'),
    ...span('2026-10-10', 3, 'Pchum Ben', '亡人节'),
    day('2026-10-15', 'Commemoration Day of the King’s Father', '太皇逝世纪念日'),
    day('2026-10-29', 'Coronation Day', '登基日'),
    day('2026-11-09', 'Independence Day', '独立日'),
    ...span('2026-11-23', 3, 'Water Festival', '送水节'),
    day('2027-01-01', 'International New Year Day', '元旦'),
    day('2027-01-07', 'Victory over Genocide Day', '战胜种族屠杀纪念日'),
    day('2027-03-08', 'International Women’s Day', '国际妇女节'),
    ...span('2027-04-14', 3, 'Khmer New Year', '高棉新年'),
    day('2027-05-01', 'Labour Day', '劳动节'),
    day('2027-05-14', 'King’s Birthday', '国王诞辰'),
    day('2027-09-24', 'Constitution Day', '宪法日'),
    ...span('2027-09-29', 3, 'Pchum Ben', '亡人节'),
    day('2027-10-15', 'Commemoration Day of the King’s Father', '太皇逝世纪念日'),
    day('2027-10-29', 'Coronation Day', '登基日'),
    day('2027-11-09', 'Independence Day', '独立日'),
    ...span('2027-11-12', 3, 'Water Festival', '送水节'),
  ]),
  calendar('TR', 'Türkiye', '土耳其', weekdays, [
    day('2026-01-01', 'New Year’s Day', '元旦'),
    ...span('2026-03-20', 3, 'Ramadan Feast', '开斋节'),
    day('2026-04-23', 'National Sovereignty and Children’s Day', '国家主权和儿童日'),
    day('2026-05-01', 'Labour and Solidarity Day', '劳动与团结日'),
    day('2026-05-19', 'Commemoration of Atatürk, Youth and Sports Day', '纪念阿塔图尔克、青年与体育日'),
    ...span('2026-05-27', 4, 'Feast of the Sacrifice', '宰牲节'),
    day('2026-07-15', 'Democracy and National Unity Day', '民主与国家团结日'),
    day('2026-08-30', 'Victory Day', '胜利日'),
    day('2026-10-29', 'Republic Day', '共和国日'),
    day('2027-01-01', 'New Year’s Day', '元旦'),
    ...span('2027-03-09', 3, 'Ramadan Feast', '开斋节'),
    day('2027-04-23', 'National Sovereignty and Children’s Day', '国家主权和儿童日'),
    day('2027-05-01', 'Labour and Solidarity Day', '劳动与团结日'),
    ...span('2027-05-16', 4, 'Feast of the Sacrifice', '宰牲节'),
    day('2027-07-15', 'Democracy and National Unity Day', '民主与国家团结日'),
    day('2027-08-30', 'Victory Day', '胜利日'),
    day('2027-10-29', 'Republic Day', '共和国日'),
  ]),
  calendar('GB', 'United Kingdom (England and Wales)', '英国（英格兰和威尔士）', weekdays, [
    day('2026-01-01', 'New Year’s Day', '元旦'),
    day('2026-04-03', 'Good Friday', '耶稣受难日'),
    day('2026-04-06', 'Easter Monday', '复活节星期一'),
    day('2026-05-04', 'Early May bank holiday', '五月初银行假日'),
    day('2026-05-25', 'Spring bank holiday', '春季银行假日'),
    day('2026-08-31', 'Summer bank holiday', '夏季银行假日'),
    day('2026-12-25', 'Christmas Day', '圣诞节'),
    day('2026-12-28', 'Boxing Day (substitute)', '节礼日补休'),
    day('2027-01-01', 'New Year’s Day', '元旦'),
    day('2027-03-26', 'Good Friday', '耶稣受难日'),
    day('2027-03-29', 'Easter Monday', '复活节星期一'),
    day('2027-05-03', 'Early May bank holiday', '五月初银行假日'),
    day('2027-05-31', 'Spring bank holiday', '春季银行假日'),
    day('2027-08-30', 'Summer bank holiday', '夏季银行假日'),
    day('2027-12-27', 'Christmas Day (substitute)', '圣诞节补休'),
    day('2027-12-28', 'Boxing Day (substitute)', '节礼日补休'),
  ]),
  calendar('AU', 'Australia (national)', '澳大利亚（全国性假日）', weekdays, [
    day('2026-01-01', 'New Year’s Day', '元旦'),
    day('2026-01-26', 'Australia Day', '澳大利亚日'),
    day('2026-04-03', 'Good Friday', '耶稣受难日'),
    day('2026-04-06', 'Easter Monday', '复活节星期一'),
    day('2026-04-25', 'Anzac Day', '澳新军团日'),
    day('2026-06-08', 'King’s Birthday (most states)', '国王诞辰（多数州）'),
    day('2026-12-25', 'Christmas Day', '圣诞节'),
    day('2026-12-28', 'Boxing Day (substitute)', '节礼日补休'),
    day('2027-01-01', 'New Year’s Day', '元旦'),
    day('2027-01-26', 'Australia Day', '澳大利亚日'),
    day('2027-03-26', 'Good Friday', '耶稣受难日'),
    day('2027-03-29', 'Easter Monday', '复活节星期一'),
    day('2027-04-25', 'Anzac Day', '澳新军团日'),
    day('2027-06-14', 'King’s Birthday (most states)', '国王诞辰（多数州）'),
    day('2027-12-27', 'Christmas Day (substitute)', '圣诞节补休'),
    day('2027-12-28', 'Boxing Day (substitute)', '节礼日补休'),
  ]),
  calendar('NZ', 'New Zealand', '新西兰', weekdays, [
    ...span('2026-01-01', 2, 'New Year', '新年'),
    day('2026-02-06', 'Waitangi Day', '怀唐伊日'),
    day('2026-04-03', 'Good Friday', '耶稣受难日'),
    day('2026-04-06', 'Easter Monday', '复活节星期一'),
    day('2026-04-27', 'Anzac Day (substitute)', '澳新军团日补休'),
    day('2026-06-01', 'King’s Birthday', '国王诞辰'),
    day('2026-07-10', 'Matariki', '玛塔里基节'),
    day('2026-10-26', 'Labour Day', '劳动节'),
    day('2026-12-25', 'Christmas Day', '圣诞节'),
    day('2026-12-28', 'Boxing Day (substitute)', '节礼日补休'),
    day('2027-01-01', 'New Year’s Day', '元旦'),
    day('2027-01-04', 'Day after New Year’s Day (substitute)', '新年次日补休'),
    day('2027-02-08', 'Waitangi Day (substitute)', '怀唐伊日补休'),
    day('2027-03-26', 'Good Friday', '耶稣受难日'),
    day('2027-03-29', 'Easter Monday', '复活节星期一'),
    day('2027-04-26', 'Anzac Day (substitute)', '澳新军团日补休'),
    day('2027-06-07', 'King’s Birthday', '国王诞辰'),
    day('2027-06-25', 'Matariki', '玛塔里基节'),
    day('2027-10-25', 'Labour Day', '劳动节'),
    day('2027-12-27', 'Christmas Day (substitute)', '圣诞节补休'),
    day('2027-12-28', 'Boxing Day (substitute)', '节礼日补休'),
  ]),
]

interface Exception extends CalendarException {
  name_en: string
  name_zh: string
  is_provisional: boolean
}

function calendar(
  country: string,
  name_en: string,
  name_zh: string,
  working_days: () => string[],
  exceptions: Exception[],
) {
  const holidays = seenByMoon.has(country)
    ? exceptions.map((exception) =>
        moonDependent.test(exception.name_en) ? { ...exception, is_provisional: true } : exception,
      )
    : exceptions
  return { country, name_en, name_zh, working_days: working_days(), holidays }
}

function weekdays() {
  return ['mon', 'tue', 'wed', 'thu', 'fri']
}
function sixDays() {
  return ['mon', 'tue', 'wed', 'thu', 'fri', 'sat']
}
function sundayToThursday() {
  return ['mon', 'tue', 'wed', 'thu', 'sun']
}

function day(date: string, name_en: string, name_zh: string): Exception {
  return { date, kind: 'holiday', name_en, name_zh, is_provisional: false }
}

/** Weekend days on which people work to make up for days of a holiday. */
function makeUp(name_en: string, name_zh: string, ...dates: string[]): Exception[] {
  return dates.map((date) => ({
    ...day(date, `Make-up day: ${name_en}`, `调休上班：${name_zh}`),
    kind: 'make_up_day',
  }))
}

function provisional(exceptions: Exception[]): Exception[] {
  return exceptions.map((exception) => ({ ...exception, is_provisional: true }))
}

function span(from: string, days: number, name_en: string, name_zh: string): Exception[] {
  return Array.from({ length: days }, (_, index) => {
    const date = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)
    return day(date, name_en, name_zh)
  })
}
