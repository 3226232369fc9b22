// What starting any Swift program that uses Foundation costs.
import Foundation

print(ProcessInfo.processInfo.arguments.count)
