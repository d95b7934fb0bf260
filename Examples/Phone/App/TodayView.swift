import HealthstoreClient
import SwiftUI

/// The figures of today, as the service computes them.
struct TodayView: View {
    @Environment(PhoneModel.self) private var model

    var body: some View {
        NavigationStack {
            List {
                if let steps = model.today.steps { LabeledContent("Steps", value: Int(steps).formatted()) }
                if let asleep = model.today.asleep { LabeledContent("Asleep", value: Words.hours(asleep)) }
                if let rate = model.today.heartRate {
                    LabeledContent("Heart rate", value: Words.describe(rate))
                }
                if model.today == Today() { NoDataView() }
                FailureText()
            }
            .navigationTitle("Today")
            .refreshable { await model.loadToday() }
            .task(id: model.status.sentCount) { await model.loadToday() }
        }
    }
}
