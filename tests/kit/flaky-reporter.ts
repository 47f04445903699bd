import type { Reporter, TestCase } from 'vitest/node'

/** Prints why a test failed that passed when it was tried again: what it found may be a race of the portal. */
export default class FlakyReporter implements Reporter {
  private readonly seen: TestCase[] = []

  onTestCaseResult(test: TestCase) {
    if (test.diagnostic()?.flaky) this.seen.push(test)
  }

  onTestRunEnd() {
    for (const test of this.seen)
      for (const { message, stack } of test.result().errors ?? [])
        console.info(
          `Passed at the second try: ${test.module.relativeModuleId} > ${test.fullName}\n${stack ?? message}\n`,
        )
  }
}
