import { missingProblems, repeatProblems } from '../../shared/checks'
import { problem, type Rules } from '../../shared/rules'
import { say } from '../../shared/text'

export const rules: Rules = {
  check: (article) => [
    ...(article.target_fob ? missingProblems(article, ['currency'], '', say('problems.articles.price_currency')) : []),
    ...repeatProblems(
      article.colourways as { code: string }[],
      ({ code }) => code,
      (index) => problem(say('problems.articles.colourway_repeated'), `colourways.${index}.code`),
    ),
  ],
}
